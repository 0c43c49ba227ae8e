import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALERT_SEVERITIES } from '../../../../shared/base/severities.ts';
import { SITE_STATES } from '../../../../shared/overview/overview-contract.ts';
import {
  type OpenAlert,
  type RunningTest,
  type SilentDevice,
  sitesInTrouble,
  type TroubleFacts,
} from '../../../../shared/overview/site-states.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeSiteTest } from '../../../support/make-site-test.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000+00:00`;

const alert = (site_id: string, fields: Partial<OpenAlert> = {}): OpenAlert =>
  makeAlert({ site_id, severity: 'high', created_at: at(0), site_name: `Site ${site_id}`, ...fields });
const acknowledged = (site_id: string, fields: Partial<OpenAlert> = {}) =>
  alert(site_id, { status: 'acknowledged', acknowledged_at: at(1), ...fields });
const device = (site_id: string, fields: Partial<SilentDevice> = {}): SilentDevice =>
  makeDevice({ site_id, status: 'offline', heartbeat_seconds: 60, created_at: at(2), ...fields });
const siteTest = (site_id: string, fields: Partial<RunningTest> = {}): RunningTest =>
  makeSiteTest({ site_id, ends_at: at(30), ...fields });

const SEVERITIES: readonly (string | null)[] = ALERT_SEVERITIES;

const states = (facts: Partial<TroubleFacts>) =>
  sitesInTrouble({ alerts: [], devices: [], tests: [], ...facts }).map(
    (it) => `${it.site_id} ${it.state} ${it.severity}`,
  );

test('Sites in trouble are listed by state, then by severity, then by time, the worst first', () => {
  const facts = {
    alerts: [
      acknowledged('handled', { severity: 'critical' }),
      alert('minor', { severity: 'low' }),
      alert('later', { severity: 'high', created_at: at(9) }),
      alert('sooner', { severity: 'high', created_at: at(3) }),
      alert('fire', { severity: 'critical', created_at: at(9) }),
    ],
    devices: [device('unheard'), device('silent', { last_seen_at: at(4) })],
    tests: [siteTest('tested')],
  };
  expect(states(facts)).toEqual([
    'fire active critical',
    'sooner active high',
    'later active high',
    'minor active low',
    'handled acknowledged critical',
    'silent silent null',
    'tested on_test null',
    'unheard never_heard null',
  ]);
});

test('A site has the worst of its states, and counts what it has in the other states', () => {
  const facts = {
    alerts: [
      alert('a', { severity: 'low', created_at: at(0) }),
      alert('a', { severity: 'high', created_at: at(5) }),
      alert('a', { severity: 'high', created_at: at(4) }),
      acknowledged('a', { severity: 'critical' }),
    ],
    devices: [device('a'), device('a', { last_seen_at: at(3) })],
    tests: [siteTest('a', { ends_at: at(20) }), siteTest('a', { ends_at: at(40) })],
  };
  expect(sitesInTrouble(facts)).toEqual([
    {
      site_id: 'a',
      name: 'Site a',
      state: 'active',
      severity: 'high',
      active: 3,
      acknowledged: 1,
      silent_devices: 1,
      never_heard_devices: 1,
      acknowledged_severity: 'critical',
      test_ends_at: at(40),
      since: at(4),
    },
  ]);
});

test.each([
  [
    'acknowledged',
    {
      alerts: [acknowledged('a', { acknowledged_at: at(7) }), acknowledged('a', { acknowledged_at: at(6) })],
    },
    at(6),
  ],
  [
    'silent',
    { devices: [device('a', { last_seen_at: at(9) }), device('a', { last_seen_at: at(8) })] },
    at(8),
  ],
  [
    'on_test',
    { tests: [siteTest('a', { id: '019aa149-8b00-7000-8000-000000000001' })] },
    '2025-11-20T12:42:22.848+00:00',
  ],
  ['never_heard', { devices: [device('a')] }, at(2)],
] as const)(
  'A site in the state %s has been in it since the earliest of what causes it',
  (state, facts, since) => {
    expect(sitesInTrouble({ alerts: [], devices: [], tests: [], ...facts })).toMatchObject([
      { state, since },
    ]);
  },
);

test('Further trouble never makes a site better, and removes no other site', () => {
  const site = fc.constantFrom('a', 'b', 'c');
  const anAlert = fc
    .record({ site, severity: fc.constantFrom(...ALERT_SEVERITIES), isActive: fc.boolean() })
    .map((it) => (it.isActive ? alert : acknowledged)(it.site, { severity: it.severity }));
  const aDevice = fc
    .record({ site, isHeard: fc.boolean() })
    .map((it) => device(it.site, { last_seen_at: it.isHeard ? at(1) : null }));
  const facts = fc.record({
    alerts: fc.array(anAlert, { maxLength: 4 }),
    devices: fc.array(aDevice, { maxLength: 4 }),
    tests: fc.array(
      site.map((it) => siteTest(it)),
      { maxLength: 3 },
    ),
  });
  const ranksOf = (some: TroubleFacts) =>
    new Map(
      sitesInTrouble(some).map((it) => [
        it.site_id,
        // An alert that is acknowledged is better than any that is not, whatever the severities.
        SITE_STATES.indexOf(it.state) * 10 - SEVERITIES.indexOf(it.severity),
      ]),
    );
  fc.assert(
    fc.property(facts, facts, (some, more) => {
      const before = ranksOf(some);
      const after = ranksOf({
        alerts: [...some.alerts, ...more.alerts],
        devices: [...some.devices, ...more.devices],
        tests: [...some.tests, ...more.tests],
      });
      for (const [siteId, rank] of before) expect(after.get(siteId)).toBeLessThanOrEqual(rank);
    }),
  );
});

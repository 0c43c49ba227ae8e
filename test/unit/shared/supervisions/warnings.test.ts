import { expect, test } from 'vitest';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import type { Device } from '../../../../shared/devices/device.ts';
import { readSiteState } from '../../../../shared/openings/site-state.ts';
import type { ListedTest } from '../../../../shared/sites/listed-test.ts';
import type { StoredSite } from '../../../../shared/sites/site.ts';
import type { Supervision } from '../../../../shared/supervisions/supervision.ts';
import { warningsOf } from '../../../../shared/supervisions/warnings.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const expected = {
  kind: 'test',
  windows: [],
  exceptions: new Set<string>(),
  clock: wallClockOf('UTC'),
  graceMs: 0,
  everyMs: 60_000,
} as const;
const supervision = { kind: 'test', device_id: 'panel', partition: null } as unknown as Supervision;
const state = readSiteState({ tests: [{ device_id: 'panel', at: '2026-11-20T11:00:00.000+00:00' }] });
const device = { id: 'panel', zone_id: 'hall' } as Device;

test.each<[string, Partial<ListedTest>, string[]]>([
  ['of the whole site', {}, ['on_test']],
  ['of the type that it raises', { types: ['fail-to-test'] }, ['on_test']],
  ['of other types', { types: ['motion'] }, []],
  ['of its device', { device_ids: ['panel'] }, ['on_test']],
  ['of another device', { device_ids: ['door'] }, []],
  ['of the zone of its device', { zone_id: 'hall' }, ['on_test']],
  ['that is over', { ends_at: '2026-11-20T12:00:00.000+00:00' }, []],
])(
  'A supervision says that it is on test during exactly the tests that silence it: %s',
  (_, fields, codes) => {
    const listed = { id: 'test', ends_at: '2026-11-20T13:00:00.000+00:00', ...fields };
    const site = { tests: [listed] } as unknown as StoredSite;
    const warnings = warningsOf(supervision, { site, state, expected, device }, NOW);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  },
);

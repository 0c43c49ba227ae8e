import { describe, expect, test } from 'vitest';
import { ALERT_SEVERITIES, type Alert, type StoredAlert } from '../../../../shared/alerts/alert.ts';
import type { AlertInput } from '../../../../shared/alerts/alert-input.ts';
import { chooseSubject, decideRaise } from '../../../../shared/alerts/decide-raise.ts';
import type { Claim } from '../../../../shared/alerts/dedup-key.ts';
import { NO_STEPS } from '../../../../shared/alerts/escalation-steps.ts';
import type { RaiseFacts } from '../../../../shared/alerts/raise-facts.ts';
import type { RunawayFacts } from '../../../../shared/alerts/runaway.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeSite } from '../../../support/make-site.ts';

const at = '2026-01-01T00:10:00.000+00:00';
const key = { kind: 'key', id: '019a0000-0000-7000-8000-0000000000ef', name: 'Panel' } as const;
const reporting = { actor: key, at, now: new Date(at), newId: () => 'new', dedupScope: 'site' } as const;
const site = makeSite('3');

const input = (fields: Partial<AlertInput> = {}): AlertInput => ({
  site_id: site.id,
  type: 'tamper',
  severity: 'low',
  message: 'Lid open',
  dedup_key: 'lid',
  ...fields,
});

function facts(fields: Partial<RaiseFacts> = {}): RaiseFacts {
  return {
    origin: { site, zone: undefined, device: undefined },
    escalation: {},
    plans: () => [],
    test: undefined,
    own: undefined,
    runaway: undefined,
    ...fields,
  };
}

function claimOf(alert: Alert, open: Partial<Claim['open']> = {}): Claim {
  return {
    key: { pk: 'p', sk: `OPEN#${alert.dedup_key}` },
    open: {
      alertId: alert.id,
      severity: alert.severity,
      count: 1,
      lastAt: alert.created_at,
      lastBy: key,
      ...open,
    },
  };
}

const storedOf = (entity: Alert, fields: Partial<StoredAlert> = {}): StoredAlert => ({
  entity,
  version: { revision: 1, recentWrites: [], updatedAt: undefined },
  pending: NO_STEPS,
  children: 0,
  removal: undefined,
  dedupScope: 'site',
  planState: { plan: undefined, steps: [] },
  ...fields,
});

/** What comes of a report of an open alert. */
function decide(before: Partial<Alert>, sent: Partial<AlertInput>, given: Partial<RaiseFacts> = {}) {
  const alert = makeAlert({ type: 'tamper', message: 'Lid open', dedup_key: 'lid', ...before });
  const all = facts({ own: claimOf(alert), ...given });
  const subject = chooseSubject(all, input(sent), reporting, () => false);
  return decideRaise(subject, storedOf(alert), all, { ...reporting, said: input(sent) });
}

function riseOf(...given: Parameters<typeof decide>) {
  const decision = decide(...given);
  if (decision.kind !== 'rise') throw new Error(`The decision is to ${decision.kind}`);
  return decision.rise;
}

test('A report without an open alert of its dedup key raises one', () => {
  const subject = chooseSubject(facts(), input(), reporting, () => false);
  const decision = decideRaise(subject, undefined, facts(), { ...reporting, said: input() });
  expect(decision).toMatchObject({ kind: 'create', creation: { alert: { id: 'new', severity: 'low' } } });
});

test('A report counts on the open alert unless its severity is higher, for all pairs of severities', () => {
  for (const [before, severity] of ALERT_SEVERITIES.entries()) {
    for (const [now, sent] of ALERT_SEVERITIES.entries()) {
      expect(decide({ severity }, { severity: sent }).kind).toBe(now > before ? 'rise' : 'count');
    }
  }
});

describe('a rising severity', () => {
  test('The alert has the severity and message of the worse report, and its own type beside that of the report', () => {
    const { alert } = riseOf(
      { severity: 'low' },
      { type: 'intrusion', severity: 'critical', message: 'Glass' },
    );
    expect(alert).toMatchObject({
      severity: 'critical',
      message: 'Glass',
      type: 'tamper',
      reported_type: 'intrusion',
      version: 2,
      updated_at: at,
    });
  });

  test('A worse report of the alert’s own type ends the type of an earlier one', () => {
    const before = { severity: 'high', reported_type: 'intrusion' } as const;
    expect(riseOf(before, { severity: 'critical' }).alert).not.toHaveProperty('reported_type');
  });

  test('An acknowledged alert is active again, and nobody has acknowledged it', () => {
    const acknowledged = {
      severity: 'low',
      status: 'acknowledged',
      acknowledged_at: at,
      acknowledged_by: 'olga',
      acknowledged_by_name: 'Olga',
    } as const;
    expect(riseOf(acknowledged, { severity: 'medium' }).alert).toMatchObject({
      status: 'active',
      acknowledged_at: null,
      acknowledged_by: null,
      acknowledged_by_name: null,
    });
  });

  test('The escalation of the new severity begins at the time of the report', () => {
    const escalation = { critical: [2, 5], low: [60] };
    const { pending } = riseOf({ severity: 'low' }, { severity: 'critical' }, { escalation });
    expect(pending.escalation_steps).toEqual([
      '2026-01-01T00:12:00.000+00:00',
      '2026-01-01T00:15:00.000+00:00',
    ]);
  });

  test('Without steps for the new severity, the pending steps stay', () => {
    const alert = makeAlert({ type: 'tamper', severity: 'low', dedup_key: 'lid' });
    const all = facts({ own: claimOf(alert), escalation: { low: [60] } });
    const sent = input({ severity: 'high' });
    const pending = { escalation_steps: ['2026-01-01T01:00:00.000+00:00'] };
    const subject = chooseSubject(all, sent, reporting, () => false);
    const decision = decideRaise(subject, storedOf(alert, { pending }), all, { ...reporting, said: sent });
    expect(decision).toMatchObject({ kind: 'rise', rise: { pending } });
  });

  const plan = (id: string, fields: object = {}) =>
    ({ id, version: 3, site_ids: null, types: null, min_severity: null, ...fields }) as const;

  test.each([
    ['of the new severity', [plan('a'), plan('b', { min_severity: 'critical' })], 'b'],
    ['of the type of the worse report', [plan('a'), plan('b', { types: ['intrusion'] })], 'b'],
    ['that it has already, which may have changed since', [plan('a')], 'a'],
    ['that it has already, beside a newer one for both severities', [plan('a'), plan('b')], 'a'],
    ['that it has already if none is for it any more', [], 'a'],
  ])('The alert gets the action plan %s', (_, plans, chosen) => {
    const alert = makeAlert({ type: 'tamper', severity: 'low', dedup_key: 'lid' });
    const planState = {
      plan: { id: 'a', version: 1 },
      steps: [{ key: 'call', outcome: 'done', entry: 'e' }],
    };
    const all = facts({ own: claimOf(alert), plans: () => plans });
    const sent = input({ type: 'intrusion', severity: 'critical' });
    const subject = chooseSubject(all, sent, reporting, () => false);
    const decision = decideRaise(subject, storedOf(alert, { planState }), all, { ...reporting, said: sent });
    const expected = chosen === 'a' ? planState : { plan: { id: 'b', version: 3 }, steps: [] };
    expect(decision).toMatchObject({ kind: 'rise', rise: { planState: expected } });
  });

  test('An alert on test stays resolved, without escalation or plan', () => {
    const test_id = '019a0000-0000-7000-8000-0000000000aa';
    const resolved = { severity: 'low', status: 'resolved', resolution: 'test', test_id } as const;
    const alert = makeAlert({ ...resolved, type: 'tamper', dedup_key: 'lid' });
    const test = { id: test_id, ends_at: '2026-01-01T01:00:00.000+00:00' };
    const own = claimOf(alert, { testId: test_id });
    const given = { test, own, escalation: { critical: [1] }, plans: () => [plan('a')] };
    const { alert: after, pending, planState } = riseOf(resolved, { severity: 'critical' }, given);
    expect(after).toMatchObject({ severity: 'critical', status: 'resolved', resolution: 'test' });
    expect([pending, planState.plan]).toEqual([NO_STEPS, undefined]);
  });
});

describe('the texts of occurrences', () => {
  const textOf = (message: string, texts?: readonly string[]) => {
    const alert = makeAlert({ type: 'tamper', message: 'Lid open', dedup_key: 'lid' });
    const decision = decide({}, { message }, { own: claimOf(alert, { texts }) });
    return decision.kind === 'count' ? decision.text : decision;
  };

  test.each([
    ['A text that the alert has', 'Lid open', undefined],
    ['A text that waits for the history already', 'Smoke', ['Smoke']],
    ['An eleventh text of a minute', 'Smoke', Array.from({ length: 10 }, (_, place) => `Text ${place}`)],
    ['A text beyond 4,000 characters of a minute', 'Smoke', ['x'.repeat(3_996)]],
  ])('%s is not kept again', (_, message, texts) => {
    expect(textOf(message, texts)).toBeUndefined();
  });

  test('Another text is kept', () => {
    expect([textOf('Smoke'), textOf('Smoke', ['Heat'])]).toEqual(['Smoke', 'Smoke']);
  });
});

describe('a runaway device', () => {
  const runaway = (fields: Partial<RunawayFacts> = {}): RunawayFacts => ({
    dedupKey: 'runaway',
    threshold: 1,
    tally: {
      key: { pk: 'p', sk: 'RUNAWAY' },
      tally: { counts: {}, latest: {}, held: { severity: 'high', at: reporting.now.getTime() } },
      series: 's',
    },
    claim: undefined,
    ...fields,
  });
  const choose = (given: Partial<RaiseFacts>, sent: Partial<AlertInput> = {}) =>
    chooseSubject(facts({ runaway: runaway(), ...given }), input(sent), reporting, () => false);

  test('A held report raises a runaway alert that names the type of the report', () => {
    const { input: shown, tallyChange } = choose({});
    expect(shown).toMatchObject({ type: 'runaway', reported_type: 'tamper', severity: 'high' });
    expect(tallyChange).toEqual({ kind: 'prolong' });
  });

  test('A higher severity than that of the runaway alert raises its own alert', () => {
    expect(choose({}, { severity: 'critical' }).input).toMatchObject({ type: 'tamper' });
  });

  test('A report of an open alert counts on that alert, not on the runaway alert', () => {
    const alert = makeAlert({ type: 'tamper', dedup_key: 'lid' });
    expect(choose({ own: claimOf(alert) })).toMatchObject({
      input: { type: 'tamper' },
      claim: { open: { alertId: alert.id } },
      tallyChange: undefined,
    });
  });

  test('A report on test does not count towards a runaway device', () => {
    const test = { id: 't', ends_at: '2026-01-01T01:00:00.000+00:00' };
    expect(choose({ test })).toMatchObject({ input: { type: 'tamper' }, tallyChange: undefined });
  });
});

test('A closed alert that still has its claim gives way to a new one, which takes over the claim', () => {
  const alert = makeAlert({ type: 'tamper', dedup_key: 'lid' });
  const all = facts({ own: claimOf(alert) });
  const subject = chooseSubject(all, input(), reporting, () => true);
  expect(subject.abandoned).toBe(alert.id);
  expect(decideRaise(subject, undefined, all, { ...reporting, said: input() }).kind).toBe('create');
});

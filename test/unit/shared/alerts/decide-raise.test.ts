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
    reminders: {},
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
  form: {},
  log: undefined,
  ownEntry: undefined,
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

test('A report raises an alert if its dedup key has no open alert', () => {
  const subject = chooseSubject(facts(), input(), reporting, () => false);
  const decision = decideRaise(subject, undefined, facts(), { ...reporting, said: input() });
  expect(decision).toMatchObject({ kind: 'create', creation: { alert: { id: 'new', severity: 'low' } } });
});

test('A report counts as an occurrence of the open alert, or raises the alert’s severity if its own is higher', () => {
  for (const [before, severity] of ALERT_SEVERITIES.entries()) {
    for (const [now, sent] of ALERT_SEVERITIES.entries()) {
      expect(decide({ severity }, { severity: sent }).kind).toBe(now > before ? 'rise' : 'count');
    }
  }
});

describe('a rising severity', () => {
  test('A worse report changes the severity and message of the alert, which keeps its type and records the report’s type', () => {
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

  test('A worse report of the alert’s own type removes the type that an earlier report recorded', () => {
    const before = { severity: 'high', reported_type: 'intrusion' } as const;
    expect(riseOf(before, { severity: 'critical' }).alert).not.toHaveProperty('reported_type');
  });

  test('A worse report makes an acknowledged alert active again and clears its acknowledgement', () => {
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

  test('If an alert’s severity rises, the escalation of the new severity begins at the time of the report', () => {
    const escalation = { critical: [2, 5], low: [60] };
    const { pending } = riseOf({ severity: 'low' }, { severity: 'critical' }, { escalation });
    expect(pending.escalation_steps).toEqual([
      '2026-01-01T00:12:00.000+00:00',
      '2026-01-01T00:15:00.000+00:00',
    ]);
  });

  test('If an alert’s severity rises to one without escalation steps, the pending steps stay', () => {
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
    ['for the new severity', [plan('a'), plan('b', { min_severity: 'critical' })], 'b'],
    ['for the type of the worse report', [plan('a'), plan('b', { types: ['intrusion'] })], 'b'],
    ['that it already has, even if that plan has a newer version', [plan('a')], 'a'],
    ['that it already has, even if a newer plan matches both severities', [plan('a'), plan('b')], 'a'],
    ['that it already has, if no plan matches any more', [], 'a'],
  ])('If an alert’s severity rises, the alert gets the action plan %s', (_, plans, chosen) => {
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

  test('If the severity of an alert on test rises, the alert stays resolved, without escalation or plan', () => {
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
    ['the text of the alert', 'Lid open', undefined],
    ['already waiting for the history', 'Smoke', ['Smoke']],
    ['the eleventh text of a minute', 'Smoke', Array.from({ length: 10 }, (_, place) => `Text ${place}`)],
    ['beyond the 4,000 characters of a minute', 'Smoke', ['x'.repeat(3_996)]],
  ])('The text of an occurrence is not stored if it is %s', (_, message, texts) => {
    expect(textOf(message, texts)).toBeUndefined();
  });

  test('The text of an occurrence is stored if it differs from those of the alert and of waiting occurrences', () => {
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

  test('A report of higher severity than the runaway alert raises its own alert', () => {
    expect(choose({}, { severity: 'critical' }).input).toMatchObject({ type: 'tamper' });
  });

  test('If a runaway device reports an open alert again, the report counts as an occurrence of that alert, not of the runaway alert', () => {
    const alert = makeAlert({ type: 'tamper', dedup_key: 'lid' });
    expect(choose({ own: claimOf(alert) })).toMatchObject({
      input: { type: 'tamper' },
      claim: { open: { alertId: alert.id } },
      tallyChange: undefined,
    });
  });

  test('A report on test is neither held nor counted for a runaway device', () => {
    const test = { id: 't', ends_at: '2026-01-01T01:00:00.000+00:00' };
    expect(choose({ test })).toMatchObject({ input: { type: 'tamper' }, tallyChange: undefined });
  });
});

test('If a closed alert still holds the claim of a dedup key, a report raises a new alert, which takes over the claim', () => {
  const alert = makeAlert({ type: 'tamper', dedup_key: 'lid' });
  const all = facts({ own: claimOf(alert) });
  const subject = chooseSubject(all, input(), reporting, () => true);
  expect(subject.abandoned).toBe(alert.id);
  expect(decideRaise(subject, undefined, all, { ...reporting, said: input() }).kind).toBe('create');
});

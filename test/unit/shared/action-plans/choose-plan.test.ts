import { expect, test } from 'vitest';
import { choosePlan, type PlanRule } from '../../../../shared/action-plans/choose-plan.ts';

const ALERT = { site_id: 'here', type: 'panic', severity: 'medium' } as const;

const rule = (id: string, fields: Partial<PlanRule> = {}): PlanRule => ({
  id,
  version: 1,
  site_ids: null,
  types: null,
  min_severity: null,
  ...fields,
});
const chosen = (...plans: PlanRule[]) => choosePlan(plans, ALERT)?.id;

const HERE = { site_ids: ['there', 'here'] };
const PANIC = { types: ['fire', 'panic'] };

test('Without a plan for it, an alert gets none', () => {
  expect(chosen()).toBeUndefined();
  expect(chosen(rule('a', { site_ids: ['there'] }), rule('b', { types: ['fire'] }))).toBeUndefined();
});

test('The plan of site and type comes first, then that of the site, then that of the type, then that of neither', () => {
  const [neither, type, site, both] = [
    rule('d'),
    rule('c', PANIC),
    rule('b', HERE),
    rule('a', { ...HERE, ...PANIC }),
  ];
  expect(chosen(neither, type, site, both)).toBe('a');
  expect(chosen(both, site, type, neither)).toBe('a');
  expect(chosen(neither, type, site)).toBe('b');
  expect(chosen(neither, type)).toBe('c');
  expect(chosen(neither)).toBe('d');
});

test('The newest plan is chosen if several are equally specific', () => {
  expect(chosen(rule('b'), rule('c'), rule('a'))).toBe('c');
});

test.each([
  ['info', 'a'],
  ['medium', 'a'],
  ['high', undefined],
] as const)('A plan from %s on is for an alert of medium severity: %s', (min_severity, expected) => {
  expect(chosen(rule('a', { min_severity }))).toBe(expected);
});

test('A severity makes a plan no more specific', () => {
  expect(chosen(rule('a', { min_severity: 'low' }), rule('b'))).toBe('b');
});

test('The chosen plan is pinned with its version and nothing else', () => {
  expect(choosePlan([rule('a', { version: 7, ...PANIC })], ALERT)).toEqual({ id: 'a', version: 7 });
});

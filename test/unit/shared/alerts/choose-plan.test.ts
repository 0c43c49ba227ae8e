import { expect, test } from 'vitest';
import { choosePlan, type PlanRule } from '../../../../shared/alerts/choose-plan.ts';

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

test('An alert that matches no action plan gets none', () => {
  expect(chosen()).toBeUndefined();
  expect(chosen(rule('a', { site_ids: ['there'] }), rule('b', { types: ['fire'] }))).toBeUndefined();
});

test('An action plan for the alert’s site and type is preferred to one for the site, then the type, then neither', () => {
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

test('If action plans are equally specific for an alert, the one that was created last is chosen', () => {
  expect(chosen(rule('b'), rule('c'), rule('a'))).toBe('c');
});

test.each([
  ['info', 'a'],
  ['medium', 'a'],
  ['high', undefined],
] as const)(
  'With an action plan "a" of minimum severity %s only, an alert of medium severity gets the plan %s',
  (min_severity, expected) => {
    expect(chosen(rule('a', { min_severity }))).toBe(expected);
  },
);

test('A minimum severity does not make an action plan more specific', () => {
  expect(chosen(rule('a', { min_severity: 'low' }), rule('b'))).toBe('b');
});

test('Choosing an action plan for an alert returns only the plan’s id and version', () => {
  expect(choosePlan([rule('a', { version: 7, ...PANIC })], ALERT)).toEqual({ id: 'a', version: 7 });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePlan, type PlanRule } from '../../shared/alerts/choose-plan.ts';
import { ALERT_SEVERITIES } from '../../shared/base/severities.ts';

const SITES = ['s1', 's2', 's3'];
const TYPES = ['t1', 't2', 't3'];
const severities = fc.constantFrom(...ALERT_SEVERITIES);
const alerts = fc.record({
  site_id: fc.constantFrom(...SITES),
  type: fc.constantFrom(...TYPES),
  severity: severities,
});
const some = (values: string[]) => fc.option(fc.subarray(values, { minLength: 1 }));
const plans = fc.uniqueArray(
  fc.record<PlanRule>({
    id: fc.stringMatching(/^[a-f0-9]{4}$/),
    version: fc.integer({ min: 1, max: 9 }),
    site_ids: some(SITES),
    types: some(TYPES),
    min_severity: fc.option(severities),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

const RANKS: readonly string[] = ALERT_SEVERITIES;

test('An alert gets the newest matching action plan that names its site and type, else its site, else its type, else neither', () => {
  fc.assert(
    fc.property(plans, alerts, (all, alert) => {
      const matching = all.filter(
        ({ site_ids, types, min_severity }) =>
          (site_ids?.includes(alert.site_id) ?? true) &&
          (types?.includes(alert.type) ?? true) &&
          (min_severity === null || RANKS.indexOf(alert.severity) >= RANKS.indexOf(min_severity)),
      );
      const groups = [
        matching.filter(({ site_ids, types }) => site_ids && types),
        matching.filter(({ site_ids, types }) => site_ids && !types),
        matching.filter(({ site_ids, types }) => !site_ids && types),
        matching.filter(({ site_ids, types }) => !site_ids && !types),
      ];
      const expected = groups.find(({ length }) => length > 0)?.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
      expect(choosePlan(all, alert)).toEqual(expected && { id: expected.id, version: expected.version });
    }),
  );
});

test('The action plan that is chosen for an alert does not depend on the order in which the plans are read', () => {
  fc.assert(
    fc.property(plans, alerts, fc.integer({ min: 0, max: 11 }), (all, alert, turn) => {
      const turned = [...all.slice(turn), ...all.slice(0, turn)];
      expect(choosePlan(turned, alert)).toEqual(choosePlan(all, alert));
    }),
  );
});

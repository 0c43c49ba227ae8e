import { expect, test } from 'vitest';
import type { ActionPlan } from '../../../../shared/alerts/action-plan.ts';
import {
  listInDirectory,
  readDirectory,
  removeFromDirectory,
} from '../../../../shared/alerts/plan-directory.ts';
import { EXAMPLE_IDS } from '../../../../shared/base/ids.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const { table } = fakeTable([]);
const PLAN: ActionPlan = {
  id: EXAMPLE_IDS.action_plan,
  tenant_id: EXAMPLE_IDS.tenant,
  name: 'Panic',
  site_ids: null,
  types: null,
  min_severity: null,
  steps: [],
  status: 'active',
  version: 3,
  created_at: '2026-11-20T12:00:30.000+00:00',
  updated_at: '2026-11-20T12:00:30.000+00:00',
};
const RULE = { id: PLAN.id, version: 3, site_ids: null, types: null, min_severity: null };

/** The attribute that a plan has in the directory. */
function entryOf(plan: ActionPlan): Record<string, unknown> {
  const { Update } = listInDirectory(table, plan).write;
  const [name = ''] = Object.values(Update?.ExpressionAttributeNames ?? {});
  return { [name]: Object.values(Update?.ExpressionAttributeValues ?? {})[0] };
}

test.each([
  ['without conditions', {}],
  ['for two sites', { site_ids: [EXAMPLE_IDS.site, EXAMPLE_IDS.alert] }],
  ['for types and a severity', { types: ['panic', 'fire'], min_severity: 'high' as const }],
])(
  'The conditions of an action plan %s are unchanged after the directory of plans is stored and read',
  (_, fields) => {
    expect(readDirectory({ pk: 'x', sk: 'y', ...entryOf({ ...PLAN, ...fields }) })).toEqual([
      { ...RULE, ...fields },
    ]);
  },
);

test('A tenant without a stored directory of action plans has no plans to choose from', () => {
  expect(readDirectory(undefined)).toEqual([]);
});

test('Disabled and deleted action plans are removed from the directory of plans', () => {
  const disabled = listInDirectory(table, { ...PLAN, status: 'disabled' });
  expect(disabled).toEqual(removeFromDirectory(table, PLAN));
  expect(disabled.write.Update?.UpdateExpression).toMatch(/^REMOVE #plan_/);
});

test('The largest directory of 200 action plans fits into an item of 400 KB', () => {
  const largest: ActionPlan = {
    ...PLAN,
    version: 999_999,
    site_ids: Array(50).fill(EXAMPLE_IDS.site),
    types: Array(10).fill('x'.repeat(64)),
    min_severity: 'critical',
  };
  // Each value of a list or map has up to 3 bytes more than in JSON without its quotes.
  const bytes = 200 * JSON.stringify(entryOf(largest)).length;
  expect(bytes).toBeLessThan(400 * 1024);
});

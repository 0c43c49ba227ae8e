import { expect, test } from 'vitest';
import { readInsightsQuery } from '../../../../support/cloudwatch/insights.ts';

test('Only Metrics Insights queries of the form that Guard uses are parsed', () => {
  const query = `SELECT MAX(Age) FROM SCHEMA("Guard", service, tenant_id) WHERE service = 'guard-prod' GROUP BY tenant_id ORDER BY MAX() DESC`;
  expect(readInsightsQuery(query)).toMatchObject({
    metric: { namespace: 'Guard', name: 'Age' },
    schema: ['service', 'tenant_id'],
    where: { service: 'guard-prod' },
    groupBy: 'tenant_id',
  });
  expect(readInsightsQuery('SUM([a])')).toBeUndefined();
  expect(() => readInsightsQuery(query.replace(' ORDER BY MAX() DESC', ''))).toThrow();
});

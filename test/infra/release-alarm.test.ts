import { expect, test } from 'vitest';
import * as z from 'zod';
import { synthesize } from './synthesis.ts';

const { template } = synthesize({ stage: 'prod' });

const metricSchema = z.object({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.unknown().optional(),
});
const [alarm] = Object.values(
  template.findResources('AWS::CloudWatch::Alarm', {
    Properties: { AlarmName: 'guard-prod-api-server-errors-release' },
  }),
).map(({ Properties }) =>
  z
    .object({ Metrics: z.array(metricSchema), Threshold: z.number(), ComparisonOperator: z.string() })
    .parse(Properties),
);

test('the alarm of a release watches the API by its name: aliases do not depend on the API that calls them', () => {
  template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'guard-prod' });
  template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'prod' });
  const metric = (MetricName: string, Stat: string) => ({
    Metric: {
      Namespace: 'AWS/ApiGateway',
      MetricName,
      Dimensions: [
        { Name: 'ApiName', Value: 'guard-prod' },
        { Name: 'Stage', Value: 'prod' },
      ],
    },
    Period: 60,
    Stat,
  });
  const watched = alarm?.Metrics.filter(({ MetricStat }) => MetricStat !== undefined);
  expect(Object.fromEntries(watched?.map(({ Id, MetricStat }) => [Id, MetricStat]) ?? [])).toEqual({
    errors: metric('5XXError', 'Sum'),
    requests: metric('Count', 'SampleCount'),
  });
});

test.each([
  [2, 2, false], // may be the network's
  [3, 10, true],
  [3, 10_000, false], // a busy stage has them in any minute
  [100, 10_000, true],
])('for %i server errors in %i requests of a minute it goes off: %s', (errors, requests, goesOff) => {
  const expression = alarm?.Metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
  const choose = (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise);
  const percent = new Function('IF', 'errors', 'requests', `return ${expression}`)(choose, errors, requests);
  expect(alarm?.ComparisonOperator).toBe('GreaterThanThreshold');
  expect(percent > (alarm?.Threshold ?? Number.NaN)).toBe(goesOff);
});

test('no requests are no errors', () => {
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmName: 'guard-prod-api-server-errors-release',
    TreatMissingData: 'notBreaching',
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetricsPublisher } from '../../../../shared/lambda/publish-metrics.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const lines = () => written.map((line) => JSON.parse(line));

test('metrics are written as CloudWatch’s embedded format wants them, one line for those without dimensions', () => {
  createMetricsPublisher('guard-prod')([
    { name: 'RateLimited', value: 1 },
    { name: 'ReadUnits', value: 2.5 },
  ]);
  expect(lines()).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'Guard',
            Dimensions: [['service']],
            Metrics: [
              { Name: 'RateLimited', Unit: 'Count' },
              { Name: 'ReadUnits', Unit: 'Count' },
            ],
          },
        ],
      },
      service: 'guard-prod',
      RateLimited: 1,
      ReadUnits: 2.5,
    },
  ]);
});

test('dimensions of one metric never reach another', () => {
  const publish = createMetricsPublisher('guard-prod');
  publish([
    { name: 'Failures', value: 1, dimensions: { code: 'not_found' } },
    { name: 'RateLimited', value: 1 },
    { name: 'SecondsToResolve', value: 3, dimensions: { severity: 'low' } },
  ]);
  publish([{ name: 'RateLimited', value: 1 }]);
  const dimensions = lines().map(({ _aws }) => _aws.CloudWatchMetrics[0].Dimensions);
  expect(dimensions).toEqual([
    [['service', 'code']],
    [['service']],
    [['service', 'severity']],
    [['service']],
  ]);
  expect(lines().map(({ code, severity }) => [code, severity])).toEqual([
    ['not_found', undefined],
    [undefined, undefined],
    [undefined, 'low'],
    [undefined, undefined],
  ]);
});

test('values of one metric with the same dimensions are all kept', () => {
  createMetricsPublisher('guard-prod')([
    { name: 'ReadUnits', value: 1 },
    { name: 'ReadUnits', value: 2 },
  ]);
  expect(lines()).toMatchObject([{ ReadUnits: [1, 2] }]);
});

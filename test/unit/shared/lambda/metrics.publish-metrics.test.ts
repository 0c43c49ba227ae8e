import { describe, expect, test } from 'vitest';
import { createMetricsPublisher, type MetricValue } from '../../../../shared/lambda/metrics.ts';

const NOW = new Date('2026-11-22T08:00:00.000Z');

/** The lines that are written when these are published, one call after the other. */
function linesOf(...calls: readonly (readonly MetricValue[])[]) {
  const written: string[] = [];
  const write = (line: string) => void written.push(line);
  const publish = createMetricsPublisher({ service: 'guard-prod', clock: () => NOW, write });
  for (const values of calls) publish(values);
  for (const line of written) expect(line).toMatch(/^[^\n]+\n$/);
  return written.map((line) => JSON.parse(line));
}

test('The metrics of an invocation are one log line that assigns each metric its dimensions', () => {
  const lines = linesOf([
    { name: 'Runs', value: 1, dimensions: { group: 'alerts' } },
    { name: 'ChangeToScreen', value: 3.4 },
    { name: 'ServerErrors', value: 1, dimensions: { group: 'alerts' } },
    { name: 'ColdStart', value: 1 },
    { name: 'InternalErrors', value: 1, dimensions: { release: '4f9c2b7' } },
  ]);
  const directive = (dimensions: string[], metrics: object[]) => ({
    Namespace: 'Guard',
    Dimensions: [['service', ...dimensions]],
    Metrics: metrics,
  });
  expect(lines).toEqual([
    {
      _aws: {
        Timestamp: NOW.getTime(),
        CloudWatchMetrics: [
          directive(
            ['group'],
            [
              { Name: 'Runs', Unit: 'Count' },
              { Name: 'ServerErrors', Unit: 'Count' },
            ],
          ),
          directive(
            [],
            [
              { Name: 'ChangeToScreen', Unit: 'Milliseconds' },
              { Name: 'ColdStart', Unit: 'Count' },
            ],
          ),
          directive(['release'], [{ Name: 'InternalErrors', Unit: 'Count' }]),
        ],
      },
      service: 'guard-prod',
      group: 'alerts',
      release: '4f9c2b7',
      Runs: 1,
      ChangeToScreen: 3.4,
      ServerErrors: 1,
      ColdStart: 1,
      InternalErrors: 1,
    },
  ]);
});

describe('metrics that need separate log lines', () => {
  const age = (tenant_id: string, value: number) =>
    ({ name: 'UnacknowledgedCriticalAlertAge', value, dimensions: { tenant_id } }) as const;

  test('A metric with another value of the same dimension begins another log line', () => {
    const lines = linesOf([age('acme', 400), { name: 'RateLimited', value: 1 }, age('globex', 301)]);
    expect(lines).toMatchObject([
      { tenant_id: 'acme', UnacknowledgedCriticalAlertAge: 400, RateLimited: 1 },
      { tenant_id: 'globex', UnacknowledgedCriticalAlertAge: 301 },
    ]);
    expect(lines[1]).not.toHaveProperty('RateLimited');
  });

  test('Metrics that are published by separate calls are in separate log lines', () => {
    const lines = linesOf(
      [{ name: 'Failures', value: 1, dimensions: { code: 'not_found' } }],
      [{ name: 'RateLimited', value: 1 }],
    );
    expect(lines.map(({ code, RateLimited }) => [code, RateLimited])).toEqual([
      ['not_found', undefined],
      [undefined, 1],
    ]);
  });
});

test('Values of one metric with the same dimensions are all kept in the log', () => {
  const [line] = linesOf([
    { name: 'SignIns', value: 1 },
    { name: 'SignIns', value: 2 },
  ]);
  expect(line.SignIns).toEqual([1, 2]);
  expect(line._aws.CloudWatchMetrics[0].Metrics).toHaveLength(1);
});

test('An invocation without metric values writes no metric line', () => {
  expect(linesOf([])).toEqual([]);
});

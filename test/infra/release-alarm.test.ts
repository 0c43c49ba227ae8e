import { describe, expect, test } from 'vitest';
import { contributorsAt, type EvaluatedAlarm } from '../support/cloudwatch/alarm.ts';
import type { MetricId, Samples, World } from '../support/cloudwatch/metric.ts';
import { deployedAlarms } from './deployed-alarms.ts';
import { synthesize } from './synthesis.ts';

const synthesis = synthesize({ stage: 'prod' });
const alarms = deployedAlarms(synthesis);

function alarmOf(name: string) {
  const alarm = alarms.find((it) => it.name === `guard-prod-release-${name}`);
  if (!alarm) throw new Error(`There is no alarm ${name}`);
  return alarm;
}

/** Metrics that have these samples in the minutes 11 to 12, and none before and after. */
const worldOf = (samples: (metric: MetricId) => Samples): World => ({
  samples: (metric, minute) => (minute === 11 || minute === 12 ? samples(metric) : []),
  series: () => [],
  quota: () => undefined,
});

/** Whether it is on before, during and after. */
const onOver = (alarm: EvaluatedAlarm, samples: (metric: MetricId) => Samples) =>
  [10, 11, 12, 13].map((minute) => contributorsAt(alarm, worldOf(samples), minute).size > 0);

describe('the alarm of all requests', () => {
  const alarm = alarmOf('server-errors');

  test('watches the API by its name: aliases do not depend on the API that calls them', () => {
    synthesis.template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'guard-prod' });
    synthesis.template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'prod' });
    const dimensions = { ApiName: 'guard-prod', Stage: 'prod' };
    expect(alarm.metrics).toEqual(
      expect.arrayContaining([
        { namespace: 'AWS/ApiGateway', name: '5XXError', dimensions },
        { namespace: 'AWS/ApiGateway', name: 'Count', dimensions },
      ]),
    );
  });

  test.each([
    [2, 2, false], // may be the network's
    [3, 10, true],
    [3, 10_000, false], // a busy stage has them in any minute
    [100, 10_000, true],
  ])('for %i server errors in %i requests of a minute it goes off: %s', (errors, requests, goesOff) => {
    const samples = ({ name }: MetricId): Samples => [[1, name === 'Count' ? requests : errors]];
    expect(onOver(alarm, samples)).toEqual([false, goesOff, goesOff, false]);
  });
});

describe('the alarm of a version', () => {
  const alarm = alarmOf('errors-acknowledge-alert');
  const [crashes, internalErrors] = alarm.metrics;

  test.each([
    ['one crash', crashes],
    ['one internal_error', internalErrors],
  ])('goes off for %s, and is over when it is', (_, failing) => {
    const samples = (metric: MetricId): Samples => (metric.name === failing?.name ? [[1, 1]] : []);
    expect(onOver(alarm, samples)).toEqual([false, true, true, false]);
  });

  test('is silent while nobody calls, and while all is well', () => {
    expect(onOver(alarm, () => [])).toEqual([false, false, false, false]);
    const samples = (metric: MetricId): Samples => (metric.name === crashes?.name ? [[0, 500]] : []);
    expect(onOver(alarm, samples)).toEqual([false, false, false, false]);
  });

  test('counts what its own version does, and no other', () => {
    const versionId = expect.stringMatching(/^\{acknowledgealertFunctionCurrentVersion\w+\}$/);
    const functionId = expect.stringMatching(/^\{acknowledgealertFunction\w+\}$/);
    expect([crashes?.dimensions, internalErrors?.dimensions]).toEqual([
      {
        FunctionName: functionId,
        Resource: expect.stringMatching(/^\{acknowledgealertFunction\w+\}:live$/),
        ExecutedVersion: versionId,
      },
      { service: 'guard-prod', function_name: functionId, function_version: versionId },
    ]);
  });

  test('is there for every function that is released', () => {
    const versions = alarms.filter(({ name }) => name.startsWith('guard-prod-release-errors-'));
    expect(versions).toHaveLength(Object.keys(synthesis.template.findResources('AWS::Lambda::Alias')).length);
  });
});

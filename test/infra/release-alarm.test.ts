import { describe, expect, test } from 'vitest';
import { isOn, type MetricId, type Samples } from '../support/cloudwatch.ts';
import { deployedAlarms } from './deployed-alarms.ts';
import { synthesize } from './synthesis.ts';

const synthesis = synthesize({ stage: 'prod' });
const alarms = deployedAlarms(synthesis);

function alarmOf(name: string) {
  const alarm = alarms.find((it) => it.name === `guard-prod-release-${name}`);
  if (!alarm) throw new Error(`There is no alarm ${name}`);
  return alarm;
}

describe('the release alarm of all requests', () => {
  const alarm = alarmOf('server-errors');

  test('The release alarm of all requests refers to the API by its name, so that aliases do not depend on the API resource', () => {
    synthesis.template.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'guard-prod' });
    synthesis.template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'prod' });
    const dimensions = { ApiName: 'guard-prod', Stage: 'prod' };
    expect(alarm.metrics).toEqual(
      expect.arrayContaining([
        { namespace: 'AWS/ApiGateway', name: '5XXError', dimensions },
        { namespace: 'AWS/ApiGateway', name: 'Count', dimensions },
        {
          namespace: 'Guard',
          name: 'InternalErrors',
          dimensions: { service: 'guard-prod', release: 'unknown' },
        },
      ]),
    );
  });

  test.each([
    [2, 2, false], // the network may have caused them
    [3, 10, true],
    [3, 10_000, false], // a busy stage has as many in any minute
    [100, 10_000, true],
  ])(
    '%i server errors in %i requests within a minute make the release alarm fire: %s',
    (errors, requests, goesOff) => {
      expect(isOn(alarm, [periodOf({ errors, requests })])).toBe(goesOff);
      expect(isOn(alarm, [periodOf({ errors, requests }), () => []], true)).toBe(false);
    },
  );

  test('The release alarm fires for a single internal_error of this release, even among 10,000 requests', () => {
    expect(isOn(alarm, [periodOf({ errors: 1, requests: 10_000 })])).toBe(false);
    expect(isOn(alarm, [periodOf({ errors: 1, requests: 10_000, defects: 1 })])).toBe(true);
  });

  function periodOf({
    errors,
    requests,
    defects = 0,
  }: Readonly<Record<'errors' | 'requests', number>> & { defects?: number }) {
    const samples: Readonly<Record<string, Samples>> = {
      Count: [[1, requests]],
      '5XXError': errors === 0 ? [[0, requests]] : [[1, errors]],
      InternalErrors: defects === 0 ? [] : [[1, defects]],
    };
    return ({ name }: MetricId): Samples => samples[name] ?? [];
  }
});

describe('the release alarm of a version', () => {
  const alarm = alarmOf('errors-acknowledge-alert');
  const [crashes] = alarm.metrics;

  test('The release alarm of a function version fires for one crash, and ends in the next minute', () => {
    expect(isOn(alarm, [() => [[1, 1]]])).toBe(true);
    expect(isOn(alarm, [() => [[1, 1]], () => []], true)).toBe(false);
  });

  test('The release alarm of a function version does not fire without calls or without errors', () => {
    expect(isOn(alarm, [() => []])).toBe(false);
    expect(isOn(alarm, [() => [[0, 500]]])).toBe(false);
  });

  test('The release alarm of a function version counts only the errors of this version', () => {
    const versionId = expect.stringMatching(/^\{acknowledgealertFunctionCurrentVersion\w+\}$/);
    const functionId = expect.stringMatching(/^\{acknowledgealertFunction\w+\}$/);
    expect(alarm.metrics).toHaveLength(1);
    expect(crashes?.dimensions).toEqual({
      FunctionName: functionId,
      Resource: expect.stringMatching(/^\{acknowledgealertFunction\w+\}:live$/),
      ExecutedVersion: versionId,
    });
  });

  test('Every function with a canary release has a release alarm', () => {
    const versions = alarms.filter(({ name }) => name.startsWith('guard-prod-release-errors-'));
    const groups = synthesis.template.findResources('AWS::CodeDeploy::DeploymentGroup');
    expect(versions).toHaveLength(Object.keys(groups).length);
  });
});

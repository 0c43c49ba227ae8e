import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/lambda/metrics.ts';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { readRunbook } from '../support/runbook.ts';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { type DeployedAlarm, deployedAlarms } from './deployed-alarms.ts';
import { deployedFunctions, synthesize } from './synthesis.ts';

const STAGE = 'dev';
// With functions of every trigger, so that every alarm there can be is there.
const synthesis = synthesize({ stage: STAGE }, undefined, TRIAL_TRIGGERS);
const alarms = deployedAlarms(synthesis);
const runbook = await readRunbook();

const idOf = (type: string) => [...synthesis.resources(type, z.unknown()).keys()][0] ?? `no ${type}`;
const topicId = idOf('AWS::SNS::Topic');
const tableId = idOf('AWS::DynamoDB::GlobalTable');
const apiName = z
  .object({ Properties: z.object({ Name: z.string() }) })
  .parse(synthesis.template.findResources('AWS::ApiGateway::RestApi')[idOf('AWS::ApiGateway::RestApi')])
  .Properties.Name;

const entryOf = ({ description }: DeployedAlarm) =>
  /Runbook: docs\/runbook\.md#(\S+)$/.exec(description)?.[1];

describe.each(alarms)('the alarm $name', (alarm) => {
  test('tells the topic when it goes off and when it is over', () => {
    expect(alarm.onAlarm).toEqual([topicId]);
    expect(alarm.onOk).toEqual([topicId]);
  });

  test('says in a sentence what it means, and which entry of the runbook explains it', () => {
    const entry = entryOf(alarm) ?? 'none';
    expect(alarm.description).toMatch(/^[A-Z][^\n]+\. \r\nRunbook: /);
    expect([...runbook.alarms.keys()]).toContain(entry);
    expect(
      alarm.name === `guard-${STAGE}-${entry}` || alarm.name.startsWith(`guard-${STAGE}-${entry}-`),
    ).toBe(true);
  });

  test('adds up no more metrics than an alarm can', () => {
    expect(alarm.metrics.length).toBeGreaterThan(0);
    expect(alarm.metrics.length).toBeLessThanOrEqual(10); // AWS, "CloudWatch service quotas"
  });

  test('watches metrics that exist', () => {
    for (const { namespace, name, dimensions } of alarm.metrics) {
      const known: Record<string, () => void> = {
        'AWS/ApiGateway': () => {
          expect(['Count', '4XXError', '5XXError', 'Latency']).toContain(name);
          expect(dimensions).toEqual({ ApiName: apiName, Stage: expect.stringMatching(/^\{.*Stage.*\}$/) });
        },
        'AWS/Lambda': () => {
          expect(['Errors', 'Throttles', 'Duration']).toContain(name);
          expect(Object.keys(dimensions)).toEqual(['FunctionName']);
        },
        'AWS/DynamoDB': () => {
          expect(['ReadThrottleEvents', 'WriteThrottleEvents', 'SystemErrors']).toContain(name);
          expect(dimensions['TableName']).toBe(`{${tableId}}`);
        },
        'AWS/SQS': () => {
          expect(name).toBe('ApproximateNumberOfMessagesVisible');
          expect(dimensions['QueueName']).toMatch(/DeadLetters/);
        },
        [METRICS_NAMESPACE]: () => {
          expect(Object.keys(METRICS)).toContain(name);
          const { dimensions: declared } = METRICS[name as MetricName];
          expect(Object.keys(dimensions).sort()).toEqual([...declared, 'service'].sort());
          expect(dimensions['service']).toBe(`guard-${STAGE}`);
        },
      };
      expect(Object.keys(known)).toContain(namespace);
      known[namespace]?.();
    }
  });
});

test('every entry of the runbook belongs to an alarm', () => {
  expect([...runbook.alarms.keys()].sort()).toEqual([...new Set(alarms.map(entryOf))].sort());
});

test('the runbook names no alarm that does not exist', () => {
  const named = [...runbook.text.matchAll(/guard-(?:<stage>|\$STAGE|prod)-([a-z][a-z-]+)/g)].map(
    ([, it]) => it,
  );
  const existing = deployedAlarms(synthesize({ stage: 'prod' })).map(({ name }) => name);
  expect(named).toContain('api-server-errors-release');
  for (const name of named) expect(existing).toContain(`guard-prod-${name}`);
});

test.each(['Errors', 'Throttles', 'Duration'])('the %s of every function are watched, once', (name) => {
  const watched = alarms
    .flatMap(({ metrics }) => metrics)
    .filter((metric) => metric.namespace === 'AWS/Lambda' && metric.name === name)
    .map(({ dimensions }) => dimensions['FunctionName']);
  expect(watched.sort()).toEqual([...deployedFunctions(synthesis).keys()].map((id) => `{${id}}`).sort());
});

test.each(['ReadThrottleEvents', 'WriteThrottleEvents'])(
  'the %s of the table and of every index are watched, once',
  (name) => {
    const watched = alarms
      .flatMap(({ metrics }) => metrics)
      .filter((metric) => metric.namespace === 'AWS/DynamoDB' && metric.name === name)
      .map(({ dimensions }) => dimensions['GlobalSecondaryIndexName'] ?? 'table');
    expect(watched.sort()).toEqual(['table', ...INDEX_NAMES].sort());
  },
);

test('nobody measuring the alerts’ ages is an alarm, and does not end the one of an alert that waits', () => {
  const missing = new Map(alarms.map(({ name, missingData }) => [name, missingData]));
  expect(missing.get(`guard-${STAGE}-alert-ages-not-measured`)).toBe('breaching');
  expect(missing.get(`guard-${STAGE}-unacknowledged-critical-alert`)).toBe('ignore');
});

test('the limit of login failures follows the logins that an address may try', async () => {
  const stricter = deployedAlarms(synthesize({ loginRequestsPerAddressPerMinute: '7' }));
  expect(stricter.find(({ name }) => name.endsWith('login-failures'))?.threshold).toBe(14);
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/lambda/metrics.ts';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { readRunbook } from '../support/runbook.ts';
import { SILENT_TRIGGERS, TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { type DeployedAlarm, deployedAlarms, deployedComposites } from './deployed-alarms.ts';
import { deployedTopics } from './deployed-topics.ts';
import { BARE, DOMAIN, TICKETS_ONLY } from './stages-with-options.ts';
import { deployedFunctions, synthesize } from './synthesis.ts';

const STAGE = 'dev';
// With a domain and functions of every trigger, so that every alarm there can be is there.
const synthesis = synthesize({ stage: STAGE, ...DOMAIN }, undefined, TRIAL_TRIGGERS);
const alarms = deployedAlarms(synthesis);
const composites = deployedComposites(synthesis);
const telling = [...alarms.filter(({ onAlarm }) => onAlarm.length > 0), ...composites];
const silent = alarms.filter(({ onAlarm }) => onAlarm.length === 0);
const runbook = await readRunbook();
const topics = deployedTopics(synthesis);

const idOf = (type: string) => [...synthesis.resources(type, z.unknown()).keys()][0] ?? `no ${type}`;
const tableId = idOf('AWS::DynamoDB::GlobalTable');
const apiName = z
  .object({ Properties: z.object({ Name: z.string() }) })
  .parse(synthesis.template.findResources('AWS::ApiGateway::RestApi')[idOf('AWS::ApiGateway::RestApi')])
  .Properties.Name;

const entryOf = ({ description }: Pick<DeployedAlarm, 'description'>) =>
  /Runbook: docs\/runbook\.md#(\S+)$/.exec(description)?.[1];

/** What the runbook's entry of an alarm says it is. */
function severityIn(entry: string | undefined): string | undefined {
  return /^\*\*(Page|Ticket)\.\*\*/m.exec(runbook.alarms.get(entry ?? '') ?? '')?.[1]?.toLowerCase();
}

describe.each(telling)('the alarm $name', (alarm) => {
  test('tells when it goes off and when it is over, as severe as its entry says it is', () => {
    const topic = topics.get(severityIn(entryOf(alarm)) ?? 'none') ?? 'no topic';
    // An alarm in another template than the topic names a parameter that is named after it.
    expect(alarm.onAlarm).toEqual([expect.stringContaining(topic)]);
    expect(alarm.onOk).toEqual([expect.stringContaining(topic)]);
  });

  test('says in a sentence what it means, and which entry of the runbook explains it', () => {
    const entry = entryOf(alarm) ?? 'none';
    expect(alarm.description).toMatch(/^[A-Z][^\n]+\. \r\nRunbook: /);
    expect([...runbook.alarms.keys()]).toContain(entry);
    expect(
      alarm.name === `guard-${STAGE}-${entry}` || alarm.name.startsWith(`guard-${STAGE}-${entry}-`),
    ).toBe(true);
  });
});

test('an alarm that tells nobody is a condition of one that does', () => {
  expect(silent.length).toBeGreaterThan(0);
  for (const { id, name, onOk } of silent) {
    const [owner] = composites.filter(({ rule }) => rule.includes(`ALARM("${id}")`));
    expect(name).toMatch(new RegExp(`^${owner?.name}-(long|short)$`));
    expect(onOk).toEqual([]);
  }
});

describe.each(alarms)('the alarm $name', (alarm) => {
  test('adds up no more metrics than an alarm can', () => {
    expect(alarm.metrics.length).toBeLessThanOrEqual(10); // AWS, "CloudWatch service quotas"
  });

  test('looks back no further than an alarm can', () => {
    // AWS, "PutMetricAlarm", EvaluationPeriods: 7 days where a period is an hour or longer, else a day.
    const days = alarm.periodMinutes >= 60 ? 7 : 1;
    expect(alarm.periodMinutes * alarm.periods.of).toBeLessThanOrEqual(days * 24 * 60);
  });

  test('watches metrics that exist', () => {
    const queries = alarm.queries.flatMap(({ expression }) => expression ?? []);
    expect(alarm.metrics.length > 0 || queries.some((query) => query.startsWith('SELECT '))).toBe(true);
    for (const { namespace, name, dimensions } of alarm.metrics) {
      const known: Record<string, () => void> = {
        'AWS/ApiGateway': () => {
          expect(['Count', '4XXError', '5XXError', 'Latency']).toContain(name);
          expect(dimensions).toEqual({ ApiName: apiName, Stage: expect.stringMatching(/^\{.*Stage.*\}$/) });
        },
        'AWS/Lambda': () => {
          if (name === 'ConcurrentExecutions') return expect(dimensions).toEqual({});
          expect(['Errors', 'Throttles', 'Duration', 'IteratorAge']).toContain(name);
          expect(Object.keys(dimensions)).toEqual(['FunctionName']);
        },
        'AWS/DynamoDB': () => {
          expect(['ReadThrottleEvents', 'WriteThrottleEvents', 'SystemErrors']).toContain(name);
          expect(dimensions['TableName']).toBe(`{${tableId}}`);
        },
        'AWS/SQS': () => {
          const queues: Readonly<Record<string, RegExp>> = {
            ApproximateNumberOfMessagesVisible: /DeadLetters/,
            ApproximateAgeOfOldestMessage: /deliverwebhookQueue/,
          };
          expect(Object.keys(queues)).toContain(name);
          expect(dimensions['QueueName']).toMatch(queues[name] ?? '');
        },
        'AWS/CertificateManager': () => {
          expect(name).toBe('DaysToExpiry');
          expect(dimensions).toEqual({ CertificateArn: DOMAIN.certificateArn });
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

/** They tell nobody, but take a release back: of a stage that has releases. */
const ofReleases = deployedAlarms(synthesize({ stage: 'prod' })).filter(({ name }) =>
  name.startsWith('guard-prod-release-'),
);

test('every entry of the runbook belongs to an alarm', () => {
  expect([...runbook.alarms.keys()].sort()).toEqual(
    [...new Set([...telling, ...ofReleases].map(entryOf))].sort(),
  );
});

test('an alarm that takes releases back tells nobody, and its entry says so', () => {
  expect(ofReleases.length).toBeGreaterThan(1);
  for (const alarm of ofReleases) {
    expect([alarm.onAlarm, alarm.onOk]).toEqual([[], []]);
    expect(runbook.alarms.get(entryOf(alarm) ?? '')).toContain('**No notification.**');
  }
});

test('the runbook names no alarm that does not exist', () => {
  const named = [...runbook.text.matchAll(/guard-(?:<stage>|\$STAGE|prod)-([a-z][a-z-]+)/g)].map(
    ([, it]) => it,
  );
  const prod = synthesize({ stage: 'prod' });
  const existing = [...deployedAlarms(prod), ...deployedComposites(prod)].map(({ name }) => name);
  expect(named).toContain('release-server-errors');
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

test('waiting alerts are asked for with the dimensions that functions measure them with', () => {
  const [query = ''] = alarms
    .filter(({ name }) => name === `guard-${STAGE}-unacknowledged-critical-alert`)
    .flatMap(({ queries }) => queries.map(({ expression }) => expression));
  const [, name = '', schema = ''] = /MAX\((\w+)\) FROM SCHEMA\("Guard", ([\w, ]+)\)/.exec(query) ?? [];
  expect(name).toBe('UnacknowledgedCriticalAlertAge');
  // Each tenant is a series of its own: while the alert of one waits, the alarm still goes off for another.
  expect(query).toContain(`WHERE service = 'guard-${STAGE}' GROUP BY tenant_id `);
  expect(schema.split(', ').sort()).toEqual([...METRICS[name as MetricName].dimensions, 'service'].sort());
});

test('somebody is told when webhooks are told late, and when one receiver takes longer than its events come', () => {
  const watchedBy = (name: string) =>
    alarms.filter((it) => it.name === `guard-${STAGE}-${name}`).flatMap((it) => it.metrics);
  expect(watchedBy('webhooks-late')).toEqual([
    {
      namespace: 'AWS/Lambda',
      name: 'IteratorAge',
      dimensions: { FunctionName: expect.stringMatching(/queuewebhooksFunction/) },
    },
  ]);
  expect(watchedBy('webhook-backlog')).toEqual([
    {
      namespace: 'AWS/SQS',
      name: 'ApproximateAgeOfOldestMessage',
      dimensions: { QueueName: expect.stringMatching(/deliverwebhookQueue/) },
    },
  ]);
});

test('A stage without functions for connections and webhooks has no alarm about them', () => {
  const names = deployedAlarms(synthesize(BARE, undefined, SILENT_TRIGGERS)).map(({ name }) => name);
  expect(names).toContain('guard-test-api-unreachable');
  expect(names.filter((it) => /-(live-late|webhooks-late|webhook-backlog)$/.test(it))).toEqual([]);
});

test('a stage without a domain has no certificate to watch', () => {
  const names = deployedAlarms(synthesize()).map(({ name }) => name);
  expect(names).toContain('guard-dev-api-unreachable');
  expect(names).not.toContain('guard-dev-certificate-expiry');
});

test('the least number of login failures follows the logins that an address may try', () => {
  const stricter = deployedAlarms(synthesize(TICKETS_ONLY));
  const [alarm] = stricter.filter(({ name }) => name.endsWith('login-failures'));
  const [expression] = alarm?.queries.flatMap((query) => query.expression ?? []) ?? [];
  expect(expression).toMatch(/^IF\(SUM\(\[m0\]\) >= 14, /);
});

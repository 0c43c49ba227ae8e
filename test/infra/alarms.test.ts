import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { TABLE_OPERATIONS } from '../../lib/cdk/monitoring/table.ts';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/lambda/metrics.ts';
import { childrenOf, isOn } from '../support/cloudwatch.ts';
import { readRunbook } from '../support/runbook.ts';
import { SILENT_TRIGGERS, TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { type DeployedAlarm, deployedAlarms, deployedComposites } from './deployed-alarms.ts';
import { deployedTopics } from './deployed-topics.ts';
import { dependenciesOf, templateSchema } from './join-templates.ts';
import {
  BACKUP_COPY,
  BARE,
  DOMAIN,
  MAIL,
  MONITORING,
  MQTT,
  PANELS,
  TICKETS_ONLY,
} from './stages-with-options.ts';
import { deployedFunctions, synthesize, synthesizeWhole } from './synthesis.ts';

const STAGE = 'dev';
// With a domain, mail, panels, backups and functions of every trigger, so that every alarm exists.
const synthesis = synthesize(
  {
    stage: STAGE,
    ...MONITORING,
    ...DOMAIN,
    ...MAIL,
    ...PANELS,
    ...MQTT,
    ...BACKUP_COPY,
    retainsData: 'true',
  },
  { triggers: TRIAL_TRIGGERS },
);
const alarms = deployedAlarms(synthesis);
const composites = deployedComposites(synthesis);
const notifying = [...alarms.filter(({ onAlarm }) => onAlarm.length > 0), ...composites];
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

/** The severity in the runbook's entry of an alarm. */
function severityIn(entry: string | undefined): string | undefined {
  return /^\*\*(Page|Ticket)\.\*\*/m.exec(runbook.alarms.get(entry ?? '') ?? '')?.[1]?.toLowerCase();
}

describe.each(notifying)('the alarm $name', (alarm) => {
  test('Each alarm notifies the SNS topic of its severity when the alarm fires and when it ends', () => {
    const topic = topics.get(severityIn(entryOf(alarm)) ?? 'none') ?? 'no topic';
    // An alarm in another template than the topic names a parameter that is named after it.
    expect(alarm.onAlarm).toEqual([expect.stringContaining(topic)]);
    expect(alarm.onOk).toEqual([expect.stringContaining(topic)]);
  });

  test('The description of each alarm is one sentence with a link to the runbook', () => {
    const entry = entryOf(alarm) ?? 'none';
    expect(alarm.description).toMatch(/^[A-Z][^\n]+\. \r\nRunbook: /);
    expect([...runbook.alarms.keys()]).toContain(entry);
    expect(
      alarm.name === `guard-${STAGE}-${entry}` || alarm.name.startsWith(`guard-${STAGE}-${entry}-`),
    ).toBe(true);
  });
});

test('Every alarm that notifies nobody is a condition of exactly one composite alarm, which its runbook entry names', () => {
  expect(silent.length).toBeGreaterThan(0);
  for (const alarm of silent) {
    const owners = composites.filter(({ rule }) => childrenOf(rule).includes(alarm.id)).map(entryOf);
    expect(owners, alarm.name).toHaveLength(1);
    const entry = runbook.alarms.get(entryOf(alarm) ?? '') ?? 'no entry';
    const [summary = ''] = entry.trim().split('\n\n');
    expect(summary, alarm.name).toMatch(/^\*\*Page\.\*\* As /);
    expect(summary, alarm.name).toContain(`[${owners[0]}](#${owners[0]})`);
    expect(alarm.onOk).toEqual([]);
  }
});

test('Nothing suppresses the alarms that say that nobody was notified, that work is late, or that Guard does not measure', () => {
  const unsuppressed = [
    ...alarms.filter(({ onAlarm }) => onAlarm.length > 0),
    ...composites.filter(({ suppressor }) => suppressor === undefined),
  ].map(({ name }) => name.replace(`guard-${STAGE}-`, ''));
  expect(unsuppressed).toEqual(
    expect.arrayContaining([
      ...['nobody-notified', 'unacknowledged-critical-alert', 'audit-tampered', 'work-late'],
      ...['api-unreachable', 'alert-ages-not-measured'],
    ]),
  );
  const late = composites
    .filter(({ name }) => name.endsWith('work-late'))
    .flatMap(({ rule }) => childrenOf(rule));
  const lateNames = alarms.filter(({ id }) => late.includes(id)).map(entryOf);
  expect(lateNames.sort()).toEqual(['events-late', 'late-timers', 'live-late', 'notifications-late']);
});

/** The statistics that alarms accept (AWS, "PutMetricAlarm", Statistic and ExtendedStatistic). */
const STATISTICS = [
  /^(SampleCount|Average|Sum|Minimum|Maximum|IQM)$/,
  /^(p|tm|tc|ts|wm)\d{1,2}(\.\d+)?$/,
  /^PR\((\d+(\.\d+)?)?:\d+(\.\d+)?\)$/,
  /^(TC|TM|TS|WM)\([1-9]\d%:[1-9]\d%\)$/,
];

test('Every statistic of an alarm is one that AWS accepts in alarms', () => {
  const watched = [...alarms, ...deployedAlarms(synthesizeWhole({ stage: 'prod' }))].flatMap(
    ({ name, queries }) =>
      queries.flatMap(({ statistic }) => (statistic === undefined ? [] : [`${name} ${statistic}`])),
  );
  expect(watched.length).toBeGreaterThan(200);
  const unknown = watched.filter((it) => !STATISTICS.some((known) => known.test(it.split(' ')[1] ?? '')));
  expect(unknown).toEqual([]);
  expect(STATISTICS.some((known) => known.test('TC(1000:)'))).toBe(false);
});

describe.each(alarms)('the alarm $name', (alarm) => {
  test('Each alarm has at most the 10 metrics that CloudWatch allows', () => {
    expect(alarm.metrics.length).toBeLessThanOrEqual(10); // AWS, "CloudWatch service quotas"
  });

  test('The evaluation periods of each alarm together stay within CloudWatch’s limit of one day, or seven for hourly periods', () => {
    // AWS, "PutMetricAlarm", EvaluationPeriods: 7 days where a period is an hour or longer, else a day.
    const days = alarm.periodMinutes >= 60 ? 7 : 1;
    expect(alarm.periodMinutes * alarm.periods.of).toBeLessThanOrEqual(days * 24 * 60);
  });

  test('Each alarm watches only metrics that AWS or Guard publishes', () => {
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
          expect(['Errors', 'Throttles', 'IteratorAge']).toContain(name);
          expect(Object.keys(dimensions)).toEqual(['FunctionName']);
        },
        'AWS/DynamoDB': () => {
          expect(['ReadThrottleEvents', 'ThrottledRequests', 'SystemErrors']).toContain(name);
          expect(dimensions['TableName']).toBe(`{${tableId}}`);
        },
        'AWS/SQS': () => {
          const queues: Readonly<Record<string, RegExp>> = {
            ApproximateNumberOfMessagesVisible: /DeadLetters/,
            ApproximateAgeOfOldestMessage: /(deliverwebhook|notifypeople)Queue/,
          };
          expect(Object.keys(queues)).toContain(name);
          expect(dimensions['QueueName']).toMatch(queues[name] ?? '');
        },
        'AWS/CertificateManager': () => {
          expect(name).toBe('DaysToExpiry');
          expect(dimensions).toEqual({ CertificateArn: DOMAIN.certificateArn });
        },
        'AWS/NetworkELB': () => {
          expect(name).toBe('HealthyHostCount');
          expect(dimensions).toEqual({
            LoadBalancer: expect.stringMatching(/LoadBalancer/),
            TargetGroup: expect.stringMatching(/Receivers/),
          });
        },
        'AWS/Events': () => {
          expect(name).toBe('TriggeredRules');
          expect(dimensions).toEqual({ RuleName: expect.stringMatching(/^\{BackupCopied/) });
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

/** They notify nobody, but roll a release back. */
const ofReleases = deployedAlarms(synthesize({ stage: 'prod' })).filter(({ name }) =>
  name.startsWith('guard-prod-release-'),
);

test('Every runbook entry about an alarm belongs to an alarm in the stack, and every alarm has an entry', () => {
  expect([...runbook.alarms.keys()].sort()).toEqual(
    [...new Set([...notifying, ...silent, ...ofReleases].map(entryOf))].sort(),
  );
});

test('An alarm that rolls back releases notifies nobody, and the runbook says so', () => {
  expect(ofReleases.length).toBeGreaterThan(1);
  for (const alarm of ofReleases) {
    expect([alarm.onAlarm, alarm.onOk]).toEqual([[], []]);
    expect(runbook.alarms.get(entryOf(alarm) ?? '')).toContain('**No notification.**');
  }
});

test('Every alarm that the runbook mentions exists in the stack', () => {
  const named = [...runbook.text.matchAll(/guard-(?:<stage>|\$STAGE|prod)-([a-z][a-z-]+)/g)].map(
    ([, it]) => it,
  );
  const prod = synthesizeWhole({ stage: 'prod' });
  const existing = [...deployedAlarms(prod), ...deployedComposites(prod)].map(({ name }) => name);
  expect(named).toContain('release-server-errors');
  for (const name of named) expect(existing).toContain(`guard-prod-${name}`);
});

test.each(['Errors', 'Throttles'])(
  'Exactly one alarm watches the %s of each function that is not an API endpoint',
  (name) => {
    const watched = alarms
      .flatMap(({ metrics }) => metrics)
      .filter((metric) => metric.namespace === 'AWS/Lambda' && metric.name === name)
      .map(({ dimensions }) => dimensions['FunctionName']);
    const endpoints = new Set(routes.map((route) => `${route.name.replaceAll('-', '')}Function`));
    const others = [...deployedFunctions(synthesis).keys()].filter(
      (id) => !endpoints.has(id.replace(/[0-9A-F]{8}$/, '')),
    );
    expect(others.length).toBeGreaterThan(5);
    expect(watched.sort()).toEqual(others.map((id) => `{${id}}`).sort());
  },
);

test('One alarm watches the throttled table calls of all operations', () => {
  const [alarm] = alarms.filter((it) => it.name === `guard-${STAGE}-table-throttles`);
  const watched = alarm?.metrics.flatMap(({ dimensions }) => dimensions['Operation'] ?? []);
  // A batch counts only if each of its reads is throttled: the alarm watches the table's reads instead.
  expect([...(watched ?? []), 'BatchGetItem'].sort()).toEqual([...TABLE_OPERATIONS].sort());
  expect(alarm?.metrics.map(({ name }) => name)).toContain('ReadThrottleEvents');
});

test('The alarm on unacknowledged critical alerts queries its metric by the dimensions that the code publishes', () => {
  const [query = ''] = alarms
    .filter(({ name }) => name === `guard-${STAGE}-unacknowledged-critical-alert`)
    .flatMap(({ queries }) => queries.map(({ expression }) => expression));
  const [, name = '', schema = ''] = /MAX\((\w+)\) FROM SCHEMA\("Guard", ([\w, ]+)\)/.exec(query) ?? [];
  expect(name).toBe('UnacknowledgedCriticalAlertAge');
  // Each tenant is a series of its own: while the alert of one waits, the alarm still fires for another.
  expect(query).toContain(`WHERE service = 'guard-${STAGE}' GROUP BY tenant_id `);
  expect(schema.split(', ').sort()).toEqual([...METRICS[name as MetricName].dimensions, 'service'].sort());
});

test('Alarms watch the age of events in the stream, of messages that notify people, and of webhook messages', () => {
  const watchedBy = (name: string) =>
    alarms.filter((it) => it.name === `guard-${STAGE}-${name}`).flatMap((it) => it.metrics);
  expect(watchedBy('events-late')).toEqual([
    {
      namespace: 'AWS/Lambda',
      name: 'IteratorAge',
      dimensions: { FunctionName: expect.stringMatching(/queuewebhooksFunction/) },
    },
  ]);
  for (const [alarm, queue] of [
    ['webhook-backlog', /deliverwebhookQueue/],
    ['notifications-late', /notifypeopleQueue/],
  ] as const) {
    expect(watchedBy(alarm)).toEqual([
      {
        namespace: 'AWS/SQS',
        name: 'ApproximateAgeOfOldestMessage',
        dimensions: { QueueName: expect.stringMatching(queue) },
      },
    ]);
  }
});

test('A stage without functions for WebSockets, webhooks and notifications has no alarms about them', () => {
  const names = deployedAlarms(synthesize(BARE, { triggers: SILENT_TRIGGERS })).map(({ name }) => name);
  expect(names).toContain('guard-test-api-unreachable');
  expect(
    names.filter((it) => /-(live-late|events-late|webhook-backlog|notifications-late)$/.test(it)),
  ).toEqual([]);
});

test('A stage without a domain has no alarm about a certificate', () => {
  const names = deployedAlarms(synthesize({ ...MONITORING })).map(({ name }) => name);
  expect(names).toContain('guard-dev-api-unreachable');
  expect(names).not.toContain('guard-dev-certificate-expiry');
});

test('The alarm on an expiring certificate keeps its state while AWS publishes no number of days', () => {
  const [alarm] = alarms.filter(({ name }) => name === `guard-${STAGE}-certificate-expiry`);
  expect(alarm && isOn(alarm, [() => []], true)).toBe(true);
  expect(alarm && isOn(alarm, [() => []], false)).toBe(false);
});

test('Every alarm is created after all functions, schedules, queues and the API, so that none fires before its metric exists', () => {
  const { Resources } = templateSchema.parse(JSON.parse(synthesis.rootText));
  const before = dependenciesOf(synthesis.rootText);
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const it of before.get(id) ?? []) visit(it);
  };
  visit('Alarms');
  const text = synthesis.nestedTexts.get('Alarms') ?? '';
  for (const { name } of [...alarms, ...composites]) expect(text).toContain(`Name":"${name}"`);
  const publishing = Object.entries(Resources).filter(([id, { Type }]) =>
    Type === 'AWS::CloudFormation::Stack'
      ? /"AWS::(Lambda::Function|Events::Rule)"/.test(synthesis.nestedTexts.get(id) ?? '')
      : /^AWS::(ApiGateway::Stage|DynamoDB::GlobalTable)$/.test(String(Type)),
  );
  expect(publishing.length).toBeGreaterThan(10);
  expect(publishing.map(([id]) => id).filter((id) => !found.has(id))).toEqual([]);
  // A queue or rule that an alarm watches is a parameter of its stack, which therefore waits for it.
  const ofRoot = alarms.flatMap(({ metrics }) =>
    metrics.flatMap(({ dimensions: it }) => it['QueueName'] ?? it['RuleName'] ?? []),
  );
  expect(ofRoot.length).toBeGreaterThan(5);
  for (const id of ofRoot) expect([...found].map((it) => `{${it}}`)).toContain(id);
});

test('The alarm on failed logins fires at twice the number of logins that the settings allow for one network address', () => {
  const stricter = deployedAlarms(synthesize(TICKETS_ONLY));
  const [alarm] = stricter.filter(({ name }) => name.endsWith('login-failures'));
  const [expression] = alarm?.queries.flatMap((query) => query.expression ?? []) ?? [];
  expect(expression).toMatch(/^IF\(SUM\(\[m0\]\) >= 14, /);
});

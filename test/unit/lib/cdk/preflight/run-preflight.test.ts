import { describe, expect, test } from 'vitest';
import type { AwsRequest, AwsResponse } from '../../../../../lib/cdk/preflight/aws.ts';
import { runPreflight } from '../../../../../lib/cdk/preflight/run-preflight.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';
const PROD = ['--stage', 'prod', '-c', 'alarmEmail=ops@example.com', '-c', 'corsOrigin=none'];

const json = (value: unknown, status = 200): AwsResponse => ({ status, text: JSON.stringify(value) });
const jsonError = (code: string) => json({ __type: `com.amazonaws#${code}`, message: '-' }, 400);
const xml = (text: string, status = 200): AwsResponse => ({ status, text });
const quota = (Value: number) => json({ Quota: { Value } });
const concurrency = (all: number, free = all) =>
  json({ AccountLimit: { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free } });
const subscription = (endpoint: string, arn: string, stage = 'prod') =>
  `<member><TopicArn>arn:aws:sns:eu-west-1:1:Guard-${stage}-MonitoringPages</TopicArn><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`;

/** An account in which nothing is in the way, by operation or path. */
const READY: Readonly<Record<string, AwsResponse>> = {
  GetCallerIdentity: xml('<Account>123456789012</Account>'),
  DescribeStacks: xml('<Error><Code>ValidationError</Code></Error>', 400),
  GetParameter: json({ Parameter: { Value: '31' } }),
  GetServiceQuota: quota(10_000),
  '/2016-08-19/account-settings': concurrency(1_000),
  '/account': json({ cloudwatchRoleArn: null }),
  DescribeBudget: jsonError('NotFoundException'),
  ListSubscriptions: xml('<Subscriptions/>'),
  DescribeCertificate: json({
    Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] },
  }),
  '/describe-slack-workspaces': json({ SlackWorkspaces: [{ SlackTeamId: 'T0123ABCD' }] }),
};
const DEPLOYED = { DescribeStacks: xml('<StackStatus>UPDATE_COMPLETE</StackStatus>') };

const operationOf = ({ headers, body = '', path }: AwsRequest): string =>
  headers['x-amz-target']?.split('.')[1] ?? new URLSearchParams(body).get('Action') ?? path;

type Answer = AwsResponse | ((request: AwsRequest) => AwsResponse);

interface Trial {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly parameters?: readonly string[];
  readonly connect?: () => Promise<never>;
  readonly region?: string;
}

async function run({ answers = {}, parameters = PROD, connect, region = 'eu-west-1' }: Trial = {}) {
  const [lines, errors, requests]: [string[], string[], AwsRequest[]] = [[], [], []];
  const send = async (request: AwsRequest) => {
    requests.push(request);
    const operation = operationOf(request);
    const all: Readonly<Record<string, Answer>> = { ...READY, ...answers };
    const answer = all[operation];
    if (!answer) throw new Error(`No answer to ${operation}`);
    return typeof answer === 'function' ? answer(request) : answer;
  };
  const exitCode = await runPreflight(parameters, {
    connect: connect ?? (async () => ({ region, send })),
    write: (line) => lines.push(line),
    writeError: (line) => errors.push(line),
  });
  return { exitCode, lines, errors, requests, failures: lines.filter((it) => it.startsWith('fails')) };
}

test('The preflight reports no failure if the AWS account is ready for the deployment', async () => {
  const { exitCode, lines, errors } = await run();
  expect(errors).toEqual([]);
  expect(lines).toMatchInlineSnapshot(`
    [
      "ok    Stage prod, account 123456789012, region eu-west-1.",
      "ok    The CDK is bootstrapped (version 31).",
      "ok    The stack Guard-prod does not exist yet.",
      "ok    API Gateway, requests a second: the account has 10000 in this region.",
      "ok    Lambda, concurrent runs: the account has 1000 in this region.",
      "note  AWS will ask ops@example.com to confirm: until then nobody is notified.",
    ]
  `);
  expect(exitCode).toBe(0);
});

describe('failures', () => {
  test.each<[string, Trial, string]>([
    [
      'a region without bootstrap',
      { answers: { GetParameter: jsonError('ParameterNotFound') } },
      'npx cdk bootstrap',
    ],
    [
      'an old bootstrap',
      { answers: { GetParameter: json({ Parameter: { Value: '5' } }) } },
      'npx cdk bootstrap',
    ],
    [
      'a region with fewer requests a second',
      { answers: { GetServiceQuota: quota(2_500) } },
      'Set accountRequestsPerSecond=2500',
    ],
    [
      'a new account with few runs',
      { answers: { '/2016-08-19/account-settings': concurrency(10) } },
      'Set accountConcurrency=10',
    ],
    [
      'runs that others have reserved',
      {
        answers: { '/2016-08-19/account-settings': concurrency(1_000, 400) },
        parameters: [...PROD, '-c', 'reservedConcurrency=200'],
      },
      '400 runs are not reserved',
    ],
    [
      'a stack that could not be created',
      { answers: { DescribeStacks: xml('<StackStatus>ROLLBACK_COMPLETE</StackStatus>') } },
      'ROLLBACK_COMPLETE, and cannot be updated',
    ],
    [
      'a stack that is being changed',
      { answers: { DescribeStacks: xml('<StackStatus>UPDATE_IN_PROGRESS</StackStatus>') } },
      'UPDATE_IN_PROGRESS: wait.',
    ],
    [
      'a certificate that does not exist',
      {
        answers: { DescribeCertificate: jsonError('ResourceNotFoundException') },
        parameters: [...PROD, '-c', `certificateArn=${CERTIFICATE}`, '-c', 'domainName=guard.example.com'],
      },
      'The certificate does not exist',
    ],
    ['a budget with the name', { answers: { DescribeBudget: json({}) } }, 'guard-prod-eu-west-1-month'],
    [
      'a missing logging role',
      { parameters: [...PROD, '-c', 'configuresGatewayLogging=false'] },
      'Set configuresGatewayLogging=true',
    ],
    [
      'a mail that nobody confirmed',
      {
        answers: {
          ...DEPLOYED,
          ListSubscriptions: xml(
            subscription('ops@example.com', 'arn:aws:sns:…', 'dev') +
              subscription('ops@example.com', 'PendingConfirmation'),
          ),
        },
      },
      'ops@example.com has not confirmed',
    ],
    [
      'a Slack workspace without permission',
      { parameters: [...PROD, '-c', 'alarmSlackChannel=T9/C9'] },
      'may not use the Slack workspace T9',
    ],
    [
      'a certificate that is not issued',
      {
        answers: { DescribeCertificate: json({ Certificate: { Status: 'PENDING_VALIDATION' } }) },
        parameters: [...PROD, '-c', `certificateArn=${CERTIFICATE}`, '-c', 'domainName=guard.example.com'],
      },
      'PENDING_VALIDATION',
    ],
    [
      'a certificate for other names',
      {
        parameters: [...PROD, '-c', `certificateArn=${CERTIFICATE}`, '-c', 'domainName=guard.example.org'],
      },
      'does not include guard.example.org',
    ],
    [
      'a certificate of another region',
      {
        parameters: [
          ...PROD,
          ...['-c', `certificateArn=${CERTIFICATE.replace('eu-west-1', 'us-east-1')}`],
          ...['-c', 'domainName=guard.example.com'],
        ],
      },
      'The certificate is in us-east-1',
    ],
  ])(
    'For %s, the preflight prints one line about the failure and exits with code 1',
    async (_, trial, text) => {
      const { exitCode, failures } = await run(trial);
      expect(failures).toEqual([expect.stringContaining(text)]);
      expect(exitCode).toBe(1);
    },
  );
});

test('The preflight of a deployed stage checks its domain names, alarm receivers and Slack channel', async () => {
  const { exitCode, lines } = await run({
    answers: {
      ...DEPLOYED,
      DescribeBudget: json({}), // the stage's own
      ListSubscriptions: xml(subscription('ops@example.com', 'arn:aws:sns:…')),
    },
    parameters: [
      ...PROD,
      ...['-c', `certificateArn=${CERTIFICATE}`, '-c', 'domainName=guard.example.com'],
      ...['-c', 'alarmSlackChannel=T0123ABCD/C1'],
    ],
  });
  expect(exitCode).toBe(0);
  expect(lines.join('\n')).toContain('ops@example.com has confirmed');
  expect(lines.join('\n')).toContain('issued for the domain names');
  expect(lines.join('\n')).toContain('may use the Slack workspace');
});

test('The preflight reads all pages of the subscriptions to the alarm topics', async () => {
  const answers = {
    ...DEPLOYED,
    ListSubscriptions: ({ body = '' }: AwsRequest) =>
      body.includes('NextToken=2')
        ? xml(subscription('ops@example.com', 'PendingConfirmation'))
        : xml('<Subscriptions/><NextToken>2</NextToken>'),
  };
  expect((await run({ answers })).failures).toHaveLength(1);
});

test('The preflight uses the default quota of AWS if the account has no quota of its own', async () => {
  const answers = {
    GetServiceQuota: jsonError('NoSuchResourceException'),
    GetAWSDefaultServiceQuota: quota(2_500),
  };
  expect((await run({ answers })).failures).toHaveLength(1);
});

test('The preflight prints a note if the account’s quota is higher than the setting says', async () => {
  const { exitCode, lines } = await run({ answers: { GetServiceQuota: quota(20_000) } });
  expect(lines.join('\n')).toMatch(/^note .*20000.*accountRequestsPerSecond is 10000/m);
  expect(exitCode).toBe(0);
});

test.each([
  ['/account', 'API Gateway’s logging role'],
  ['/describe-slack-workspaces', 'the Slack workspaces'],
  ['/2016-08-19/account-settings', ''],
  ['DescribeBudget', ''],
  ['DescribeCertificate', ''],
  ['GetParameter', 'the CDK’s bootstrap'],
  ['GetServiceQuota', ''],
  ['ListSubscriptions', 'the subscriptions to alarms'],
])('Without permission for %s, the preflight skips one check and prints a note', async (operation, check) => {
  const { exitCode, lines } = await run({
    answers: { [operation]: jsonError('AccessDeniedException') },
    parameters: [
      ...PROD,
      ...['-c', `certificateArn=${CERTIFICATE}`, '-c', 'domainName=guard.example.com'],
      ...['-c', 'alarmSlackChannel=T0123ABCD/C1'],
    ],
  });
  const notes = lines.filter((it) => it.startsWith('note  Not checked: '));
  expect(notes).toEqual([expect.stringContaining(check)]);
  expect(notes.join()).toContain('(AccessDeniedException)');
  expect(exitCode).toBe(0);
});

test('After an unexpected answer of AWS, the preflight skips that check and prints a note', async () => {
  const { exitCode, lines } = await run({ answers: { GetServiceQuota: json({ Quota: null }) } });
  expect(lines).toContain('note  Not checked: API Gateway’s quota (unexpected answer).');
  expect(exitCode).toBe(0);
});

test('The preflight prints a note if the deployment would replace API Gateway’s role for logs in the account', async () => {
  const { exitCode, lines } = await run({
    answers: { '/account': json({ cloudwatchRoleArn: 'arn:aws:iam::1:role/logs' }) },
  });
  expect(lines.join('\n')).toMatch(/^note .*replaces API Gateway’s logging role arn:aws:iam::1:role\/logs/m);
  expect(exitCode).toBe(0);
});

test('If a stage has no e-mail receivers, the preflight does not ask AWS for SNS subscriptions', async () => {
  const { exitCode, requests } = await run({ parameters: ['--stage', 'dev'] });
  expect(exitCode).toBe(0);
  expect(requests.map(operationOf)).not.toContain('ListSubscriptions');
});

test('For a region in China, the preflight sends its requests to the hosts of AWS China', async () => {
  const { requests } = await run({ region: 'cn-north-1' });
  expect(requests.map(({ host }) => host)).toContain('sts.cn-north-1.amazonaws.com.cn');
});

test('The preflight asks about budgets in us-east-1 and about Slack workspaces in us-east-2', async () => {
  const { requests } = await run({ parameters: [...PROD, '-c', 'alarmSlackChannel=T0123ABCD/C1'] });
  const places = new Map(requests.map((it) => [it.service, `${it.host} ${it.region}`]));
  expect(places.get('budgets')).toBe('budgets.amazonaws.com us-east-1');
  expect(places.get('chatbot')).toBe('chatbot.us-east-2.amazonaws.com us-east-2');
  expect(places.get('lambda')).toBe('lambda.eu-west-1.amazonaws.com eu-west-1');
});

describe('an error', () => {
  const named = (name: string, message: string) => Object.assign(new Error(message), { name });

  test.each<[string, Trial, RegExp]>([
    [
      'no credentials',
      {
        connect: () =>
          Promise.reject(named('CredentialsProviderError', 'Could not load credentials from any\nproviders')),
      },
      /^There are no AWS credentials .*AWS_PROFILE\.$/,
    ],
    ['no region', { connect: () => Promise.reject(new Error('Region is missing')) }, /Set AWS_REGION\.$/],
    [
      'credentials that AWS refuses',
      { answers: { GetCallerIdentity: xml('<Error><Code>ExpiredToken</Code></Error>', 403) } },
      /refuses the credentials \(ExpiredToken\)/,
    ],
    [
      'a stack that may not be read',
      { answers: { DescribeStacks: xml('<Error><Code>AccessDenied</Code></Error>', 403) } },
      /\(AccessDenied\)/,
    ],
    ['an error without a code', { answers: { GetCallerIdentity: xml('', 502) } }, /\(status 502\)/],
    ['an answer that is no JSON', { answers: { GetParameter: xml('<html>') } }, /^AWS cannot be asked: /],
    [
      'a network error',
      { connect: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ENOTFOUND') })) },
      /^AWS cannot be asked: ENOTFOUND$/,
    ],
    ['a thrown text', { connect: () => Promise.reject('halted') }, /^halted$/],
    ['no network', { answers: { GetCallerIdentity: undefined as never } }, /^AWS cannot be asked: /],
    ['an unknown parameter', { parameters: ['--stag', 'prod'] }, /no parameter --stag/],
    ['wrong settings', { parameters: ['-c', 'release=soon'] }, /at release/],
  ])(
    'With %s, the preflight checks nothing, prints one line and exits with code 2',
    async (_, trial, text) => {
      const { exitCode, lines, errors } = await run(trial);
      expect(errors).toEqual([expect.stringMatching(text)]);
      expect(errors.join()).not.toContain('    at ');
      expect(lines).toEqual([]);
      expect(exitCode).toBe(2);
    },
  );
});

test('With --help, the preflight explains itself and sends no request to AWS', async () => {
  const { exitCode, lines, requests } = await run({ parameters: ['--stage', 'prod', '--help'] });
  expect(lines.join('\n')).toContain('npm run preflight -- [--stage <name>]');
  expect([exitCode, requests]).toEqual([0, []]);
});

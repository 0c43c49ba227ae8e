import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AwsRequest, AwsResponse } from '../../../../../lib/cdk/preflight/aws.ts';
import { runPreflight } from '../../../../../lib/cdk/preflight/run-preflight.ts';
import { type SharingRelease, THIS_RELEASE } from '../../../../../lib/cdk/release/upgrade-path.ts';

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

/** The parameters of settings. */
const withSettings = (settings: Readonly<Record<string, string>>) => [
  ...PROD,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];
const MAIL = withSettings({ mailFrom: 'guard@mail.example.com', mailConfigurationSet: 'guard' });
const SMS = { smsFrom: 'GUARD', smsCountries: 'DE AT' };
const roles = (count: number) =>
  xml(`<entry><key>Roles</key><value>${count}</value></entry><entry>
    <key>RolesQuota</key><value>1000</value></entry>`);
const identity = (VerifiedForSendingStatus: boolean, Status: string) =>
  json({ VerifiedForSendingStatus, DkimAttributes: { Status } });
const spendLimit = (EnforcedLimit: number) =>
  json({
    SpendLimits: [
      { Name: 'VOICE_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 5_000 },
      { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit },
    ],
  });
const hostedZone = (name: string, isPrivate = false) =>
  xml(
    `<HostedZone><Id>/hostedzone/Z1</Id><Name>${name}</Name><PrivateZone>${isPrivate}</PrivateZone></HostedZone><NameServer>ns-1.awsdns-00.org</NameServer>`,
  );
const NO_IDENTITY = { '/v2/email/identities/mail.example.com': jsonError('NotFoundException') };
const NO_SET = {
  '/v2/email/configuration-sets/guard-prod/event-destinations': jsonError('NotFoundException'),
};
/** A stage that creates the identity and the configuration set of its mail. */
const OWN_MAIL = withSettings({
  mailFrom: 'guard@mail.example.com',
  hostedZoneId: 'Z1',
  hostedZoneName: 'mail.example.com',
});
const destinations = (...EventDestinations: unknown[]) => json({ EventDestinations });
const tier = (Value: string) => json({ AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value }] });

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
  DescribeType: xml('<Type>RESOURCE</Type>'),
  GetAccountSummary: roles(30),
  '/v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: true }),
  '/v2/email/identities/guard%40mail.example.com': jsonError('NotFoundException'),
  '/v2/email/identities/mail.example.com': identity(true, 'SUCCESS'),
  '/v2/email/configuration-sets/guard/event-destinations': destinations(),
  '/2013-04-01/hostedzone/Z1': hostedZone('mail.example.com.'),
  DescribeAccountAttributes: tier('PRODUCTION'),
  DescribeSpendLimits: spendLimit(500),
  DescribeSenderIds: json({ SenderIds: [{}] }),
  DescribePhoneNumbers: json({ PhoneNumbers: [{ Status: 'ACTIVE', NumberCapabilities: ['SMS', 'VOICE'] }] }),
  DescribePools: json({ Pools: [{ Status: 'ACTIVE' }] }),
};
const DEPLOYED = { DescribeStacks: xml('<StackStatus>UPDATE_COMPLETE</StackStatus>') };

const operationOf = ({ headers, body = '', path }: AwsRequest): string =>
  headers['x-amz-target']?.split('.')[1] ?? new URLSearchParams(body).get('Action') ?? path;

type Answer = AwsResponse | ((request: AwsRequest) => AwsResponse);

/** The answer to a host that does not exist. */
const unknownHost = (): never => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }),
  });
};

interface Trial {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly parameters?: readonly string[];
  readonly connect?: () => Promise<never>;
  readonly region?: string;
  readonly hasDocker?: boolean;
  readonly readRunningRelease?: () => Promise<SharingRelease | undefined>;
}

async function run({
  answers = {},
  parameters = PROD,
  connect,
  region = 'eu-west-1',
  hasDocker = false,
  readRunningRelease = async () => undefined,
}: Trial = {}) {
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
    hasDocker: async () => hasDocker,
    readRunningRelease,
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
      "ok    IAM: the account has 30 of at most 1000 roles, and the stage adds about 260.",
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
      'a release that must not follow the one that runs',
      { readRunningRelease: async () => ({ version: '0.9.0', upgradesFrom: '0.9.0' }) },
      'prod runs Guard 0.9.0, which',
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
      'an account with too many roles',
      { answers: { GetAccountSummary: roles(801) } },
      'IAM: the account has 801 of at most 1000 roles, and the stage adds about 260. Request more.',
    ],
    [
      'a region that lost the budgets of CloudFormation',
      { answers: { DescribeType: xml('<Error><Code>TypeNotFoundException</Code></Error>', 404) } },
      'CloudFormation has no AWS::Budgets::Budget in eu-west-1, and rejects the stack. Set monthlyBudgetUsd=0.',
    ],
    [
      'a region without SMS',
      {
        region: 'ap-southeast-5',
        answers: { DescribeType: xml('<Error><Code>TypeNotFoundException</Code></Error>', 404) },
        parameters: withSettings(SMS),
      },
      'CloudFormation has no AWS::SMSVOICE::ConfigurationSet in ap-southeast-5, and rejects the stack. Leave out smsFrom.',
    ],
    [
      'a region without SES',
      { region: 'ap-east-1', answers: { '/v2/email/account': unknownHost }, parameters: MAIL },
      'AWS has no SES in ap-east-1',
    ],
    [
      'mail that SES has paused',
      {
        answers: { '/v2/email/account': json({ ProductionAccessEnabled: true, SendingEnabled: false }) },
        parameters: MAIL,
      },
      'SES has paused the mail',
    ],
    [
      'a sender that SES does not know',
      {
        answers: { '/v2/email/identities/mail.example.com': jsonError('NotFoundException') },
        parameters: MAIL,
      },
      'SES has no identity guard@mail.example.com or mail.example.com in eu-west-1',
    ],
    [
      'a sender that SES has not verified',
      {
        answers: { '/v2/email/identities/mail.example.com': identity(false, 'PENDING') },
        parameters: MAIL,
      },
      'SES has not verified mail.example.com',
    ],
    [
      'a configuration set that does not exist',
      {
        answers: {
          '/v2/email/configuration-sets/guard/event-destinations': jsonError('NotFoundException'),
        },
        parameters: MAIL,
      },
      'SES has no configuration set guard in eu-west-1',
    ],
    [
      'an identity that the stage would create again',
      { answers: NO_SET, parameters: OWN_MAIL },
      'SES has the identity mail.example.com already. Set createsMailIdentity=false.',
    ],
    [
      'a configuration set that the stage would create again',
      {
        answers: {
          ...NO_IDENTITY,
          '/v2/email/configuration-sets/guard-prod/event-destinations': destinations(),
        },
        parameters: OWN_MAIL,
      },
      'SES has the configuration set guard-prod already. Delete it.',
    ],
    [
      'a hosted zone that does not exist',
      {
        answers: {
          ...NO_IDENTITY,
          ...NO_SET,
          '/2013-04-01/hostedzone/Z1': xml('<Error><Code>NoSuchHostedZone</Code></Error>', 404),
        },
        parameters: OWN_MAIL,
      },
      'The hosted zone Z1 does not exist in this account.',
    ],
    [
      'a hosted zone with another name',
      {
        answers: { ...NO_IDENTITY, ...NO_SET, '/2013-04-01/hostedzone/Z1': hostedZone('example.org.') },
        parameters: OWN_MAIL,
      },
      'The hosted zone Z1 is example.org. Set hostedZoneName=example.org.',
    ],
    [
      'a private hosted zone',
      {
        answers: {
          ...NO_IDENTITY,
          ...NO_SET,
          '/2013-04-01/hostedzone/Z1': hostedZone('mail.example.com.', true),
        },
        parameters: OWN_MAIL,
      },
      'The hosted zone mail.example.com is private',
    ],
    [
      'a sender id that one country lacks',
      {
        answers: {
          DescribeSenderIds: ({ body = '' }) =>
            body.includes('"AT"') ? jsonError('ResourceNotFoundException') : json({ SenderIds: [{}] }),
        },
        parameters: withSettings(SMS),
      },
      'SMS: the account has no sender id GUARD for AT in eu-west-1.',
    ],
    [
      'a phone number that does not exist',
      {
        answers: { DescribePhoneNumbers: jsonError('ResourceNotFoundException') },
        parameters: withSettings({ ...SMS, smsFrom: 'phone-0123456789' }),
      },
      'SMS: the account has no phone-0123456789 in this region.',
    ],
    [
      'a phone number for calls only',
      {
        answers: {
          DescribePhoneNumbers: json({ PhoneNumbers: [{ Status: 'ACTIVE', NumberCapabilities: ['VOICE'] }] }),
        },
        parameters: withSettings({ ...SMS, smsFrom: 'phone-0123456789' }),
      },
      'phone-0123456789 cannot send SMS.',
    ],
    [
      'a pool that is not ready',
      {
        answers: { DescribePools: json({ Pools: [{ Status: 'CREATING' }] }) },
        parameters: withSettings({ ...SMS, smsFrom: 'pool-0123456789' }),
      },
      'SMS: pool-0123456789 is CREATING, not ACTIVE.',
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

test('The preflight finds nothing wrong with a verified sender of mail and a registered sender id', async () => {
  const parameters = [...MAIL, ...withSettings(SMS).slice(PROD.length)];
  const { exitCode, lines } = await run({ parameters });
  expect(lines.filter((it) => /SES|SMS/.test(it))).toEqual([
    'ok    SES has verified mail.example.com, with DKIM.',
    'ok    SMS: AWS sends for at most $500 a month, such as 4545 messages at $0.11.',
    'ok    SMS: the account has the sender id GUARD for DE, AT.',
  ]);
  expect(exitCode).toBe(0);
});

test.each([
  ['phone-0123456789', 'DescribePhoneNumbers', { PhoneNumberIds: ['phone-0123456789'] }],
  ['pool-0123456789', 'DescribePools', { PoolIds: ['pool-0123456789'] }],
])('The preflight asks AWS whether the sender %s is active', async (smsFrom, operation, input) => {
  const { lines, requests } = await run({ parameters: withSettings({ ...SMS, smsFrom }) });
  const request = requests.find((it) => operationOf(it) === operation);
  expect(request?.headers['content-type']).toBe('application/x-amz-json-1.0');
  expect(JSON.parse(request?.body ?? '')).toEqual(input);
  expect(lines).toContain(`ok    SMS: ${smsFrom} is active.`);
});

test.each([
  ['Before the first deployment', {}],
  ['Before the deployment that adds mail to a stage', DEPLOYED],
])(
  '%s, the preflight finds nothing wrong with an identity of mail that the stack will create',
  async (_, stack) => {
    const { exitCode, lines } = await run({
      answers: { ...stack, ...NO_IDENTITY, ...NO_SET },
      parameters: OWN_MAIL,
    });
    expect(lines).toContain('ok    The stack creates the identity mail.example.com of SES.');
    expect(lines).toContain(
      'ok    The hosted zone is mail.example.com. The domain’s name servers must be ns-1.awsdns-00.org.',
    );
    expect(exitCode).toBe(0);
  },
);

test('Until SES has verified the identity that the stack created, the preflight prints a note, so that it stops no deployment', async () => {
  const answers = {
    ...DEPLOYED,
    '/v2/email/identities/mail.example.com': identity(false, 'PENDING'),
    '/v2/email/configuration-sets/guard-prod/event-destinations': destinations(),
  };
  const { exitCode, lines } = await run({ answers, parameters: OWN_MAIL });
  expect(lines).toContain('note  SES has not verified mail.example.com, so it sends no mail yet.');
  expect(exitCode).toBe(0);
});

test('The preflight asks for the identity of the address before that of its domain, as SES does', async () => {
  const answers = { '/v2/email/identities/guard%40mail.example.com': identity(true, 'SUCCESS') };
  const { lines, requests } = await run({ answers, parameters: MAIL });
  expect(lines).toContain('ok    SES has verified guard@mail.example.com, with DKIM.');
  expect(requests.map(({ path }) => path)).not.toContain('/v2/email/identities/mail.example.com');
});

describe('notes', () => {
  test.each<[string, Trial, string]>([
    [
      'in the sandbox of SES',
      {
        answers: { '/v2/email/account': json({ ProductionAccessEnabled: false, SendingEnabled: true }) },
        parameters: MAIL,
      },
      'SES is in its sandbox: mail reaches verified addresses only, at most 200 a day.',
    ],
    [
      'while DKIM is not set up',
      {
        answers: { '/v2/email/identities/mail.example.com': identity(true, 'PENDING') },
        parameters: MAIL,
      },
      'The DKIM of mail.example.com is PENDING',
    ],
    [
      'in the sandbox of SMS',
      { answers: { DescribeAccountAttributes: tier('SANDBOX') }, parameters: withSettings(SMS) },
      'SMS are in their sandbox: they reach ten verified numbers only.',
    ],
    [
      'if AWS sends SMS for one dollar a month',
      { answers: { DescribeSpendLimits: spendLimit(1) }, parameters: withSettings(SMS) },
      'SMS: AWS sends for at most $1 a month, such as 9 messages at $0.11, and then none. smsPerDay allows one tenant 200 a day. Request more.',
    ],
    [
      'if the operator has to create the budget',
      { region: 'eu-north-1', answers: DEPLOYED },
      'The stack has no budget in eu-north-1. Create guard-prod-eu-north-1-month by hand (docs/deploy.md#regions).',
    ],
    [
      'if the operator has to send the events of mail',
      {
        region: 'eu-south-2',
        parameters: MAIL,
        answers: {
          DescribeBudget: json({}),
          '/v2/email/configuration-sets/guard/event-destinations': destinations(
            { Enabled: true, MatchingEventTypes: ['OPEN'], EventBridgeDestination: {} },
            { Enabled: true, MatchingEventTypes: ['BOUNCE'], SnsDestination: {} },
            { Enabled: false, MatchingEventTypes: ['BOUNCE'], EventBridgeDestination: {} },
          ),
        },
      },
      'The stack notices no bounces in eu-south-2. Send the events of guard by hand (docs/deploy.md#regions).',
    ],
  ])('The preflight prints one note, and no failure, %s', async (_, trial, text) => {
    const { exitCode, lines } = await run(trial);
    expect(lines.filter((it) => it.startsWith('note  ') && !it.includes('to confirm'))).toEqual([
      expect.stringContaining(text),
    ]);
    expect(exitCode).toBe(0);
  });
});

test('Where CloudFormation has no budgets and no events of mail, the preflight finds those that the operator created', async () => {
  const { exitCode, lines, requests } = await run({
    region: 'eu-south-2',
    parameters: MAIL,
    answers: {
      DescribeBudget: json({}),
      '/v2/email/configuration-sets/guard/event-destinations': destinations({
        Enabled: true,
        MatchingEventTypes: ['BOUNCE', 'COMPLAINT'],
        EventBridgeDestination: {},
      }),
    },
  });
  expect(lines).toContain('ok    The budget guard-prod-eu-south-2-month exists.');
  expect(lines).toContain('ok    The configuration set guard sends its events to EventBridge.');
  expect(requests.map(operationOf)).not.toContain('DescribeType');
  expect(exitCode).toBe(0);
});

test('Where AWS has no host for SMS, the preflight skips this check and prints a note', async () => {
  const { exitCode, lines } = await run({
    answers: { DescribeAccountAttributes: unknownHost },
    parameters: withSettings(SMS),
  });
  expect(lines).toContain('note  Not checked: the sender of SMS (the service has no host in this region).');
  expect(exitCode).toBe(0);
});

test('The preflight says which release the stage runs, and without permission that it does not know', async () => {
  const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException', $metadata: {} });
  const [known, unknown] = await Promise.all([
    run({ readRunningRelease: async () => THIS_RELEASE }),
    run({ readRunningRelease: () => Promise.reject(denied) }),
  ]);
  const { version } = THIS_RELEASE;
  expect(known.lines).toContain(`ok    prod runs Guard ${version}, and ${version} may follow.`);
  expect(unknown.lines).toContain(
    'note  Not checked: the release that the stage runs (AccessDeniedException).',
  );
  expect([known.exitCode, unknown.exitCode]).toEqual([0, 0]);
});

test('The preflight of a deployed stage does not count the roles that the stage already has', async () => {
  const { requests } = await run({ answers: DEPLOYED });
  expect(requests.map(operationOf)).not.toContain('GetAccountSummary');
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
  ['DescribeType', 'the resource types of the region'],
  ['GetAccountSummary', 'the roles of the account'],
  ['/2013-04-01/hostedzone/Z1', 'the hosted zone'],
  ['/v2/email/account', 'the sender of mail'],
  ['/v2/email/identities/mail.example.com', 'the sender of mail'],
  ['/v2/email/configuration-sets/guard/event-destinations', 'the sender of mail'],
  ['DescribeAccountAttributes', 'the sender of SMS'],
  ['DescribeSpendLimits', 'the sender of SMS'],
  ['DescribeSenderIds', 'the sender of SMS'],
])('Without permission for %s, the preflight skips one check and prints a note', async (operation, check) => {
  const { exitCode, lines } = await run({
    answers: {
      '/2013-04-01/hostedzone/Z1': hostedZone('example.com.'),
      [operation]: jsonError('AccessDeniedException'),
    },
    parameters: [
      ...MAIL,
      ...withSettings({ ...SMS, hostedZoneId: 'Z1', hostedZoneName: 'example.com' }).slice(PROD.length),
      ...[
        '-c',
        'createsMailIdentity=false',
        '-c',
        `certificateArn=${CERTIFICATE}`,
        '-c',
        'domainName=guard.example.com',
      ],
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

test('The preflight asks about budgets and roles in us-east-1 and about Slack workspaces in us-east-2', async () => {
  const settings = withSettings(SMS).slice(PROD.length);
  const { requests } = await run({
    parameters: [...MAIL, ...settings, '-c', 'alarmSlackChannel=T0123ABCD/C1'],
  });
  const places = new Map(requests.map((it) => [it.service, `${it.host} ${it.region}`]));
  expect(places.get('budgets')).toBe('budgets.amazonaws.com us-east-1');
  expect(places.get('chatbot')).toBe('chatbot.us-east-2.amazonaws.com us-east-2');
  expect(places.get('lambda')).toBe('lambda.eu-west-1.amazonaws.com eu-west-1');
  expect(places.get('iam')).toBe('iam.amazonaws.com us-east-1');
  expect(places.get('ses')).toBe('email.eu-west-1.amazonaws.com eu-west-1');
  expect(places.get('sms-voice')).toBe('sms-voice.eu-west-1.amazonaws.com eu-west-1');
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
      'a region that the account has not enabled',
      { answers: { GetCallerIdentity: xml('<Error><Code>InvalidClientTokenId</Code></Error>', 403) } },
      /\(InvalidClientTokenId\), or the account has not enabled this region\.$/,
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

/** The IAM actions of requests that are not named like their operations (AWS, "Service Authorization Reference"). */
const ACTIONS: readonly (readonly [operation: RegExp, action: string])[] = [
  [/^DescribeBudget$/, 'budgets:ViewBudget'],
  [/^\/2016-08-19\/account-settings$/, 'lambda:GetAccountSettings'],
  [/^\/account$/, 'apigateway:GET'],
  [/^\/describe-slack-workspaces$/, 'chatbot:DescribeSlackWorkspaces'],
  [/^\/v2\/email\/account$/, 'ses:GetAccount'],
  [/^\/v2\/email\/identities\//, 'ses:GetEmailIdentity'],
  [/^\/v2\/email\/configuration-sets\/.*\/event-destinations$/, 'ses:GetConfigurationSetEventDestinations'],
  [/^\/2013-04-01\/hostedzone\//, 'route53:GetHostedZone'],
];

function actionOf(request: AwsRequest): string {
  const operation = operationOf(request);
  return ACTIONS.find(([pattern]) => pattern.test(operation))?.[1] ?? `${request.service}:${operation}`;
}

test('docs/deploy-policy.json allows what the preflight reads, and no more', async () => {
  const domain = { certificateArn: CERTIFICATE, domainName: 'guard.mail.example.com' };
  const zone = { hostedZoneId: 'Z1', hostedZoneName: 'mail.example.com', alarmSlackChannel: 'T0123ABCD/C1' };
  const countries = { smsCountries: 'DE' };
  const trials: Trial[] = [
    { parameters: withSettings({ ...domain, ...zone, ...SMS }) },
    { parameters: [...MAIL, ...withSettings({ ...countries, smsFrom: 'phone-01234567' })] },
    { parameters: withSettings({ ...countries, smsFrom: 'pool-01234567' }) },
    {
      answers: {
        GetServiceQuota: jsonError('NoSuchResourceException'),
        GetAWSDefaultServiceQuota: quota(10_000),
      },
    },
  ];
  const requests = (await Promise.all(trials.map(run))).flatMap((it) => it.requests);
  const policy = z
    .object({
      Statement: z.array(z.object({ Sid: z.string(), Action: z.union([z.string(), z.array(z.string())]) })),
    })
    .parse(
      JSON.parse(await readFile(new URL('../../../../../docs/deploy-policy.json', import.meta.url), 'utf8')),
    );
  const allowed = policy.Statement.filter(({ Sid }) => Sid.startsWith('Preflight')).flatMap(
    ({ Action }) => Action,
  );
  // Everybody may ask who they are (AWS, "GetCallerIdentity").
  const needed = new Set(requests.map(actionOf).filter((it) => it !== 'sts:GetCallerIdentity'));
  expect([...needed].sort()).toEqual(allowed.sort());
});

test('The preflight asks for Docker only if the stage receives alarm panels', async () => {
  const parameters = withSettings({ panels: 'on' });
  const [without, with_, unused] = await Promise.all([
    run({ parameters }),
    run({ parameters, hasDocker: true }),
    run(),
  ]);
  expect(without.failures).toEqual([
    'fails Docker does not run: start it, because the receiver of panels is an image, or set panels=false.',
  ]);
  expect(with_.lines).toContain('ok    Docker runs, and makes the image of the receiver of panels.');
  expect([with_.exitCode, unused.exitCode]).toEqual([0, 0]);
  expect(unused.lines.join()).not.toContain('Docker');
});

test('With --help, the preflight explains itself and sends no request to AWS', async () => {
  const { exitCode, lines, requests } = await run({ parameters: ['--stage', 'prod', '--help'] });
  expect(lines.join('\n')).toContain('npm run preflight -- [--stage <name>]');
  expect([exitCode, requests]).toEqual([0, []]);
});

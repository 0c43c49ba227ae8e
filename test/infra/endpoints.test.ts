import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { redirects } from '../../functions/redirects.ts';
import { routes } from '../../functions/routes.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { AUTHORIZATION_PATTERN } from '../../shared/http/caller.ts';
import { methodsOf, type Route } from '../../shared/http/route.ts';
import { tableUseOf } from '../../shared/http/route-implications.ts';
import { checkSettings, type SettingName } from '../../shared/lambda/settings.ts';
import type { TableUse } from '../../shared/table/table-use.ts';
import { DEV, FULL, MAIL_BY_SES, MQTT } from './stages-with-options.ts';
import {
  attributeOwner,
  deployedFunctions,
  deployedMethods,
  synthesize,
  synthesizeWhole,
} from './synthesis.ts';

const synthesis = synthesizeWhole({ ...MQTT, ...MAIL_BY_SES });

/** The certificates and things of IoT Core that a function may make and end. */
const USES_CERTIFICATES = [
  'iot:CreateKeysAndCertificate *',
  ...['AttachPolicy', 'AttachThingPrincipal', 'DeleteCertificate', 'DescribeCertificate'].map(
    (action) => `iot:${action} AWS::AccountId:cert/*`,
  ),
  ...['DetachPolicy', 'DetachThingPrincipal', 'UpdateCertificate'].map(
    (action) => `iot:${action} AWS::AccountId:cert/*`,
  ),
  ...['AttachThingPrincipal', 'CreateThing', 'DeleteThing', 'DetachThingPrincipal'].map(
    (action) => `iot:${action} AWS::AccountId:thing/guard-dev-*`,
  ),
];
const FINDS_BROKER = [
  'iot:DescribeDomainConfiguration *',
  'iot:DescribeEndpoint *',
  'iot:ListTargetsForPolicy *',
  'iot:DeletePolicy AWS::AccountId:policy/guard-dev',
  'iot:DetachPolicy AWS::AccountId:cert/*',
];
const methods = deployedMethods(synthesis);
const functions = deployedFunctions(synthesis);

const arn = z
  .object({ 'Fn::GetAtt': z.tuple([z.string(), z.enum(['Arn', 'StreamArn'])]) })
  .transform(({ 'Fn::GetAtt': [id, name] }) => (name === 'StreamArn' ? `${id}/stream` : id));
const indexArn = z
  .object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([attributeOwner, z.string()])]) })
  .transform((it) => it['Fn::Join'][1].join(''));
const ref = z.object({ Ref: z.string() });
/** `arn:…:execute-api:region:account:api/stage/method/@connections/connection`. */
const connectionsArn = z
  .object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), ref]))]) })
  .transform(({ 'Fn::Join': [, parts] }) =>
    parts
      .slice(-2)
      .map((part) => (typeof part === 'string' ? part : part.Ref))
      .join(''),
  );
const everything = z.literal('*');
const resource = z.union([arn, indexArn, connectionsArn, everything]);
const oneOrMore = <S extends z.ZodType>(schema: S) =>
  z.union([schema.transform((value) => [value]), z.array(schema)]);
const roleSchema = z.object({
  Properties: z.strictObject({
    AssumeRolePolicyDocument: z.unknown(),
    Tags: z.unknown(),
    Policies: z.array(
      z.object({
        PolicyDocument: z.object({
          Statement: z.array(
            z.union([
              z.strictObject({
                Effect: z.literal('Allow'),
                Action: oneOrMore(z.string()),
                Resource: oneOrMore(resource),
              }),
              // stage-key.test.ts lists all uses of the key.
              z
                .looseObject({ Action: z.string().startsWith('kms:') })
                .transform(() => ({ Action: [], Resource: [] })),
            ]),
          ),
        }),
      }),
    ),
  }),
});
const roles = synthesis.resources('AWS::IAM::Role', z.unknown());
const tableId = [...synthesis.resources('AWS::DynamoDB::GlobalTable', z.unknown()).keys()][0] ?? 'no table';

/** Every pair of an action and a resource that a function's role allows. */
function permissionsOf(functionId: string): string[] {
  const role = roleSchema.parse(roles.get(functions.get(functionId)?.Role ?? ''));
  return role.Properties.Policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.flatMap((it) =>
      it.Action.flatMap((action: string) => it.Resource.map((on) => `${action} ${on}`)),
    ),
  ).sort();
}

const bucketId =
  [...synthesis.resources('AWS::S3::Bucket', z.unknown()).keys()].find((id) => id.startsWith('Pictures')) ??
  'no bucket';

/** What the functions that read a setting may do with pictures. */
const WITH_PICTURES: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  GUARD_PICTURE_UPLOADS: ['s3:PutObject Pictures/uploads/*'],
  GUARD_PICTURE_VIEWS: ['s3:GetObject Pictures/pictures/*'],
  GUARD_PICTURE_STORE: [
    's3:ListBucket Pictures',
    's3:GetObject Pictures/uploads/*',
    's3:DeleteObject Pictures/uploads/*',
    's3:PutObject Pictures/pictures/*',
    's3:DeleteObject Pictures/pictures/*',
  ],
  // Received mails are in the same bucket.
  GUARD_MAIL_STORE: ['ses', 'smtp'].flatMap((it) => [
    `s3:GetObject Pictures/${it}/*`,
    `s3:DeleteObject Pictures/${it}/*`,
  ]),
};

const picturePermissions = (settings: readonly SettingName[]) =>
  settings.flatMap((setting) => (WITH_PICTURES[setting] ?? []).map((it) => it.replace('Pictures', bucketId)));

function expectedPermissions(functionId: string, { actions, indexes }: TableUse): string[] {
  const logGroup = functions.get(functionId)?.LoggingConfig.LogGroup;
  return [
    `logs:CreateLogStream ${logGroup}`,
    `logs:PutLogEvents ${logGroup}`,
    // The only actions on all resources: AWS offers no other way.
    'xray:PutTelemetryRecords *',
    'xray:PutTraceSegments *',
    ...actions.map((action) => `dynamodb:${action} ${tableId}`),
    ...indexes.map((index) => `dynamodb:Query ${tableId}/index/${index}`),
  ].sort();
}

function methodOf(route: Route, name: string = route.method) {
  const matches = methods.filter(({ method, path }) => method === name && path === route.path);
  expect(matches).toHaveLength(1);
  return matches[0];
}

describe.each(routes.map((route) => ({ title: `${route.method} ${route.path}`, route })))(
  '$title',
  ({ route }) => {
    const functionId = methodOf(route)?.functionId ?? '';

    test('Each route of the API invokes its own function', () => {
      expect(functions.has(functionId)).toBe(true);
      const called = methods.filter((method) => method.functionId === functionId);
      expect(called.map(({ method }) => method).sort()).toEqual(methodsOf(route).sort());
    });

    test('An API method needs a token unless its route declares the access "anyone"', () => {
      for (const method of methodsOf(route)) {
        const { authorization, authorizerId } = methodOf(route, method) ?? {};
        expect(authorization).toBe(route.access === 'anyone' ? 'NONE' : 'CUSTOM');
        expect(authorizerId !== undefined).toBe(route.access !== 'anyone');
      }
    });

    test('The role of each endpoint’s function allows exactly the declared table access, mail, logs and traces', () => {
      const expected = expectedPermissions(functionId, tableUseOf(route));
      if (route.queuesMail) expected.push('sqs:SendMessage TriggerssendmailQueue');
      if (route.usesCertificates) expected.push(...USES_CERTIFICATES);
      expected.push(...picturePermissions(route.settings));
      expect(permissionsOf(functionId).map(withoutHash).sort()).toEqual(expected.map(withoutHash).sort());
    });
  },
);

test('The deployed API has only the methods of routes, preflights and redirects', () => {
  const known = routes.flatMap((route) =>
    [...methodsOf(route), 'OPTIONS'].map((method) => `${method} ${route.path}`),
  );
  const leading = redirects.flatMap(({ path }) => [`GET ${path}`, `HEAD ${path}`]);
  const deployed = methods.map(({ method, path }) => `${method} ${path || '/'}`);
  expect(deployed.sort()).toEqual([...new Set([...known, ...leading, 'OPTIONS /{proxy+}'])].sort());
});

test('The deployed API answers HEAD where people and monitors look, and at the addresses for other systems', () => {
  const paths = methods.filter(({ method }) => method === 'HEAD').map(({ path }) => path || '/');
  expect(paths.sort()).toEqual([
    '/',
    '/api/v1/inbound/{secret}',
    '/console',
    '/console/assets/{asset}',
    '/docs',
    '/docs/api',
    '/docs/api.json',
    '/docs/assets/{asset}',
    '/health',
  ]);
});

test('API Gateway passes every request with a well-formed token to the authorizer, and caches no result', () => {
  synthesis.template.resourceCountIs('AWS::ApiGateway::Authorizer', 1);
  synthesis.template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
    Type: 'TOKEN',
    IdentitySource: 'method.request.header.Authorization',
    AuthorizerResultTtlInSeconds: 0,
    IdentityValidationExpression: AUTHORIZATION_PATTERN,
  });
});

/** With releases in place there is no smoke test. */
const deployedTriggers = triggers.filter(({ trigger }) => trigger.kind !== 'release');

/** Lambda's permissions for a queue, in the function's role (AWS, "Using Lambda with Amazon SQS"). */
const RECEIVES = ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'];

/** Lambda's permissions for the table's stream. */
const READS_STREAM = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

describe.each(deployedTriggers)('the function $name', (declared) => {
  const { name, table, trigger, sendsTo, postsToSockets } = declared;
  test('The role of each triggered function allows exactly the declared access to the table, queues and connections, logs and traces', () => {
    const functionId = `${name}Function`.replaceAll('-', '');
    const [id = ''] = [...functions.keys()].filter((it) => it.startsWith(functionId));
    const onQueue = (receiver: string, action: string, kind = 'Queue') =>
      `sqs:${action} Triggers${receiver.replaceAll('-', '')}${kind}`;
    const bucket = `Triggers${name.replaceAll('-', '')}FailedChanges`;
    const ofStream = (storesDeadLetters: boolean) => [
      'dynamodb:ListStreams *',
      ...READS_STREAM.map((action) => `dynamodb:${action} ${tableId}/stream`),
      ...(storesDeadLetters
        ? [`s3:ListBucket ${bucket}`, `s3:PutObject ${bucket}/*`]
        : [onQueue(name, 'SendMessage', 'DeadLetters')]),
    ];
    const expected = [
      ...expectedPermissions(id, table),
      ...(trigger.kind === 'queue' ? RECEIVES.map((action) => onQueue(name, action)) : []),
      ...(trigger.kind === 'stream' ? ofStream(trigger.storesDeadLetters ?? false) : []),
      ...sendsTo.map((receiver) => onQueue(receiver, 'SendMessage')),
      ...(trigger.kind === 'custom_resource' ? FINDS_BROKER : []),
      ...picturePermissions(declared.settings),
      ...(postsToSockets ? ['execute-api:ManageConnections TriggersSocketsApi/dev/*/@connections/*'] : []),
    ];
    expect(permissionsOf(id).map(withoutHash).sort()).toEqual(expected.sort());
  });
});

/** The suffix that CloudFormation adds to the name of a queue or an API. */
const withoutHash = (permission: string) =>
  permission.replace(/ (Triggers\w+?)[\dA-F]{8}(?=\/|$)/, (_, id) => ` ${id}`);

test('The stack deploys exactly one function for each route and each trigger', () => {
  expect(functions.size).toBe(routes.length + deployedTriggers.length);
});

test('Deployed functions run on Node 24 and arm64; those that hash passwords have memory for a whole processor', () => {
  const hashing = routes.filter((route) => route.hashesPasswords).map((it) => methodOf(it)?.functionId);
  for (const [id, it] of functions) {
    expect(it).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(it.MemorySize).toBe(hashing.includes(id) ? 1769 : 512);
  }
});

test.each([
  ['INFO', DEV],
  ['DEBUG', FULL],
])('Deployed functions log at the level of the stage’s settings, %s', (logLevel, context) => {
  for (const it of deployedFunctions(synthesize(context)).values()) {
    expect(it.LoggingConfig).toMatchObject({
      LogFormat: 'JSON',
      ApplicationLogLevel: logLevel,
      // Runs that fail, but not the start and report of each run.
      SystemLogLevel: 'WARN',
    });
    expect(it.Environment.Variables['POWERTOOLS_LOG_LEVEL']).toBe(logLevel);
  }
});

test('X-Ray traces all functions except those that timers run and that answers the pings of connections', () => {
  const untraced = [...functions].filter(([, it]) => it.TracingConfig.Mode !== 'Active');
  const scheduled = triggersOf('schedule').map(({ name }) => name.replaceAll('-', ''));
  const names = untraced.map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''));
  expect(names.sort()).toEqual([...scheduled, 'answermessage'].sort());
  // It would keep the paths of requests, and that of an inbound address has a secret.
  synthesis.template.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: false });
});

/** What a reference is at a deployment. */
const EXAMPLES: Readonly<Record<string, string>> = {
  GUARD_MQTT_BROKER: 'mqtts://mqtt.example:8883 certificates.example',
};
const joinedSchema = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });

/** A text that is joined of parts and references; `undefined` for a reference alone. */
function textOf(value: unknown): string | undefined {
  const joined = joinedSchema.safeParse(value).data?.['Fn::Join'][1];
  return joined?.map((part) => (typeof part === 'string' ? part : 'a-reference')).join('');
}

test('The environment variables that the stack gives to deployed functions are valid settings', () => {
  for (const { Environment } of functions.values()) {
    const variables = Object.entries(Environment.Variables).map(([name, value]) => [
      name,
      // Of parts of a text, those that are no references.
      typeof value === 'string' ? value : (EXAMPLES[name] ?? textOf(value) ?? 'a reference'),
    ]);
    expect(() => checkSettings(Object.fromEntries(variables))).not.toThrow();
  }
});

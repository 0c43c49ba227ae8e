import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { runTimersTrigger } from '../../functions/jobs/timers.ts';
import { deliverWebhookTrigger, queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { TABLE_KEYS } from '../../shared/table/definition.ts';
import {
  QUEUE_READER,
  SILENT_TRIGGERS,
  SOCKET_CONNECT,
  SOCKET_DISCONNECT,
  SOCKET_MESSAGE,
  STREAM_READER,
  TRIAL_TRIGGERS,
} from '../support/trial-triggers.ts';
import { BARE, MQTT } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** The stage has functions of every kind of trigger. */
const { template } = synthesize({ stage: 'prod', ...MQTT }, { triggers: TRIAL_TRIGGERS });

type Resource = { readonly Properties: Record<string, unknown> };

const only = (type: string, isMeant: (id: string) => boolean = () => true): [string, Resource] => {
  const found = Object.entries(template.findResources(type)).filter(([id]) => isMeant(id));
  expect(found).toHaveLength(1);
  return found[0] as [string, Resource];
};
const startsWith = (prefix: string) => (id: string) => id.startsWith(prefix.replaceAll('-', ''));
const functionOf = (name: string) => only('AWS::Lambda::Function', startsWith(`${name}Function`));
const aliasOf = (name: string) => ({
  Ref: only('AWS::Lambda::Alias', startsWith(`${name}FunctionLive`))[0],
});
/** The name of the function with that of its alias, which the CDK takes from the alias's ARN. */
const releasedNameOf = (name: string) => ({
  'Fn::Join': ['', [{ 'Fn::Select': [6, { 'Fn::Split': [':', aliasOf(name)] }] }, ':live']],
});
const mappingOf = (name: string) =>
  only('AWS::Lambda::EventSourceMapping', (id) => id.includes(`${name}trigger`.replaceAll('-', '')))[1]
    .Properties;

/** Every pair of an action and a resource that a function's role allows. */
function permissionsOf(name: string): string[] {
  const [, role] = only('AWS::IAM::Role', startsWith(`${name}Role`));
  const policies = role.Properties['Policies'] as {
    PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => `${action} ${JSON.stringify(resource)}`)),
    ),
  );
}

const [queueId] = only('AWS::SQS::Queue', (id) => id.includes('deliverQueue'));
const [queueLettersId] = only('AWS::SQS::Queue', (id) => id.includes('deliverDeadLetters'));
const [streamLettersId] = only('AWS::SQS::Queue', (id) => id.includes('readstreamDeadLetters'));
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('a stream function', () => {
  const mapping = mappingOf(STREAM_READER.name);

  test('A stream function receives only its declared table changes, from the oldest on, in parallel batches; a failed batch is halved', () => {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 25,
      ParallelizationFactor: 5,
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 3_600,
      MaximumRetryAttempts: 3,
      FunctionName: releasedNameOf(STREAM_READER.name),
      DestinationConfig: { OnFailure: { Destination: arnOf(streamLettersId) } },
    });
    const { Filters } = mapping['FilterCriteria'] as { Filters: { Pattern: string }[] };
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: {
          Keys: { [TABLE_KEYS.sortKey]: { S: [{ prefix: 'ALERT#' }, { prefix: 'SITE#' }] } },
        },
      },
      { eventName: ['REMOVE'], dynamodb: { Keys: { [TABLE_KEYS.sortKey]: { S: [{ prefix: 'SITE#' }] } } } },
      { dynamodb: { Keys: { [TABLE_KEYS.partitionKey]: { S: [{ prefix: 'TRIAL#' }] } } } },
    ]);
  });

  test('The table’s stream contains the old and the new version of a changed item', () => {
    const [tableId, { Properties }] = only('AWS::DynamoDB::GlobalTable') as [string, Resource];
    expect(Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(mapping['EventSourceArn']).toEqual({ 'Fn::GetAtt': [tableId, 'StreamArn'] });
  });

  test('The role of a stream function allows exactly the declared access and reading the stream', () => {
    const stream = JSON.stringify(mapping['EventSourceArn']);
    const granted = permissionsOf(STREAM_READER.name).filter((it) => !/^(logs|xray):/.test(it));
    expect(granted.sort()).toEqual(
      [
        `dynamodb:GetItem ${JSON.stringify(arnOf(only('AWS::DynamoDB::GlobalTable')[0]))}`,
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((it) => `dynamodb:${it} ${stream}`),
        'dynamodb:ListStreams "*"',
        `sqs:SendMessage ${JSON.stringify(arnOf(streamLettersId))}`,
        `sqs:SendMessage ${JSON.stringify(arnOf(queueId))}`,
      ].sort(),
    );
  });

  test('A stream function gets its declared environment variables and the URL of the queue that it writes to', () => {
    const [, { Properties }] = functionOf(STREAM_READER.name);
    expect(Properties).toMatchObject({
      Timeout: 20,
      Environment: { Variables: { TRIAL: 'yes', QUEUE_URL_DELIVER: { Ref: queueId } } },
    });
  });
});

test('A private bucket stores the table changes that could not be queued for webhooks, and each file becomes a dead letter', () => {
  const [bucketId, bucket] = only('AWS::S3::Bucket', (id) => id.includes('FailedChanges'));
  expect(mappingOf(queueWebhooksTrigger.name)).toMatchObject({
    MaximumRecordAgeInSeconds: 43_200, // a change is in the stream for 24 hours
    DestinationConfig: { OnFailure: { Destination: arnOf(bucketId) } },
  });
  expect(bucket).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: 'Enabled' }] },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true },
    },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: bucketId },
    PolicyDocument: {
      Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    },
  });
  const [lettersId] = only('AWS::SQS::Queue', (id) => id.includes('queuewebhooksDeadLetters'));
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: [{ Ref: bucketId }] } },
    },
    Targets: [{ Arn: arnOf(lettersId) }],
  });
  const granted = permissionsOf(queueWebhooksTrigger.name).filter((it) => it.startsWith('s3:'));
  expect(granted).toEqual([
    `s3:PutObject ${JSON.stringify({ 'Fn::Join': ['', [arnOf(bucketId), '/*']] })}`,
    `s3:ListBucket ${JSON.stringify(arnOf(bucketId))}`,
  ]);
});

test('The bucket of pictures is private and encrypted, forgets uploads, and tells the queue of pictures what arrives', () => {
  const [bucketId, bucket] = only('AWS::S3::Bucket', (id) => id.startsWith('Pictures'));
  expect(bucket).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ['PUT'], AllowedOrigins: ['*'] }] },
      LifecycleConfiguration: {
        Rules: [
          ...['uploads/', 'smtp/', 'ses/'].map((Prefix) => ({
            Prefix,
            ExpirationInDays: 14,
            Status: 'Enabled',
          })),
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: bucketId },
    PolicyDocument: {
      Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    },
  });
  const [queueId] = only('AWS::SQS::Queue', (id) => id.includes('keeppicturesQueue'));
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: [{ Ref: bucketId }] }, object: { key: [{ prefix: 'uploads/' }] } },
    },
    Targets: [{ Arn: arnOf(queueId) }],
  });
});

describe('a queue function', () => {
  test('A queue function receives batches and reports failed messages; its queue hides a message for six times the function’s timeout', () => {
    expect(mappingOf(QUEUE_READER.name)).toMatchObject({
      EventSourceArn: arnOf(queueId),
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      FunctionName: releasedNameOf(QUEUE_READER.name),
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      FifoQueue: true,
      VisibilityTimeout: 6 * QUEUE_READER.timeoutSeconds,
      RedrivePolicy: { maxReceiveCount: 4, deadLetterTargetArn: arnOf(queueLettersId) },
    });
  });

  test('The FIFO queues of a stage are in high-throughput mode: deduplication and limit count per message group', () => {
    const queueOf = (name: string) =>
      only('AWS::SQS::Queue', (id) => id.includes(`${name}Queue`.replaceAll('-', '')))[1].Properties;
    for (const name of [QUEUE_READER.name, deliverWebhookTrigger.name]) {
      expect(queueOf(name)).toMatchObject({
        FifoQueue: true,
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      });
    }
    const standard = Object.keys(queueOf(runTimersTrigger.name));
    expect(standard.filter((it) => it.includes('Fifo') || it.includes('Deduplication'))).toEqual([]);
  });

  test('A trigger’s maxConcurrency limits the parallel runs of its function, so that slow webhooks leave capacity for the API', () => {
    const { ScalingConfig } = mappingOf(deliverWebhookTrigger.name);
    expect(ScalingConfig).toEqual({ MaximumConcurrency: 100 });
    for (const { name } of [QUEUE_READER, runTimersTrigger]) {
      expect(mappingOf(name)['ScalingConfig']).toBeUndefined();
    }
  });

  test('The role of a queue function allows receiving messages from this function’s queue only', () => {
    const granted = permissionsOf(QUEUE_READER.name).filter((it) => !/^(logs|xray):/.test(it));
    expect(granted.sort()).toEqual(
      ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (it) => `sqs:${it} ${JSON.stringify(arnOf(queueId))}`,
      ),
    );
  });
});

describe('WebSocket functions', () => {
  const [apiId, api] = only('AWS::ApiGatewayV2::Api');
  const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));

  test.each([SOCKET_CONNECT, SOCKET_MESSAGE, SOCKET_DISCONNECT])(
    'The WebSocket API invokes the function $name for the route that the function declares',
    ({ name, trigger }) => {
      const [route] = routes.filter(({ Properties }) => Properties.RouteKey === trigger.route);
      const [, integrationId] = route?.['Properties'].Target['Fn::Join'][1] ?? [];
      const [, integration] = only('AWS::ApiGatewayV2::Integration', (id) => id === integrationId?.Ref);
      expect(integration.Properties).toMatchObject({ ApiId: { Ref: apiId }, IntegrationType: 'AWS_PROXY' });
      expect(JSON.stringify(integration.Properties['IntegrationUri'])).toContain(
        JSON.stringify(aliasOf(name)),
      );
      template.hasResourceProperties('AWS::Lambda::Permission', {
        FunctionName: aliasOf(name),
        Principal: 'apigateway.amazonaws.com',
      });
    },
  );

  test('The WebSocket API has a throttle of 2,100 messages and 252 new connections a second, and the output LiveUrl', () => {
    expect(api.Properties).toMatchObject({ ProtocolType: 'WEBSOCKET', Name: 'guard-prod-live' });
    expect(routes).toHaveLength(3);
    const [, stage] = only('AWS::ApiGatewayV2::Stage');
    expect(stage.Properties).toMatchObject({
      ApiId: { Ref: apiId },
      StageName: 'prod',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 2100, ThrottlingBurstLimit: 2000 },
      // Half of the account's new connections: anybody may try to connect.
      RouteSettings: { $connect: { ThrottlingRateLimit: 252, ThrottlingBurstLimit: 240 } },
    });
    const [connectId] = only(
      'AWS::ApiGatewayV2::Route',
      (id) => id.includes('connect') && !id.includes('disconnect'),
    );
    expect(only('AWS::ApiGatewayV2::Stage')[1]).toMatchObject({
      DependsOn: expect.arrayContaining([connectId]),
    });
    const { LiveUrl } = template.findOutputs('LiveUrl');
    expect(JSON.stringify(LiveUrl?.['Value'])).toMatch(new RegExp(`"wss://".*"${apiId}".*"/prod"`));
  });

  test('The access log of the WebSocket API has no query string', () => {
    const [, stage] = only('AWS::ApiGatewayV2::Stage');
    const { Format, DestinationArn } = stage.Properties['AccessLogSettings'] as Record<string, unknown>;
    expect(Object.values(JSON.parse(String(Format)))).toContain('$context.eventType');
    expect(Format).not.toMatch(/query/i);
    const [logId] = only('AWS::Logs::LogGroup', (id) => id.includes('SocketsAccessLog'));
    expect(DestinationArn).toEqual(arnOf(logId));
    const [accountId] = only('AWS::ApiGateway::Account');
    expect(stage).toMatchObject({ DependsOn: expect.arrayContaining([accountId]) });
  });

  test('Only functions that declare the permission may send messages to the WebSocket connections of the stage', () => {
    const posting = (name: string) =>
      permissionsOf(name).filter((it) => it.startsWith('execute-api:ManageConnections'));
    const [permission, ...others] = posting(SOCKET_MESSAGE.name);
    expect(others).toEqual([]);
    expect(permission).toContain(`{"Ref":"${apiId}"},"/prod/*/@connections/*"`);
    expect(posting(SOCKET_CONNECT.name)).toEqual([]);

    const [, { Properties }] = functionOf(SOCKET_MESSAGE.name);
    const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
    expect(JSON.stringify(Variables['SOCKETS_ENDPOINT'])).toMatch(
      new RegExp(`"https://".*"${apiId}".*"/prod"`),
    );
  });
});

test('The queues of a stage are encrypted, require TLS and keep messages for 14 days', () => {
  const queues = Object.entries(template.findResources('AWS::SQS::Queue'));
  // A stage that receives no mail has no queue for it.
  const readers = TRIAL_TRIGGERS.filter(
    ({ name, trigger }) => trigger.kind === 'queue' && name !== 'receive-mail',
  );
  const streams = TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind === 'stream');
  // Each with a dead-letter queue, and those of the stream's functions.
  expect(queues).toHaveLength(2 * readers.length + streams.length);
  for (const [id, { Properties }] of queues) {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
    expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 3_600);
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: id }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  }
});

test('The CDK adds no IAM policies outside the roles of functions', () => {
  template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  const policies = Object.keys(template.findResources('AWS::IAM::Policy'));
  expect(policies.filter((id) => /(readstream|deliver)/.test(id))).toEqual([]);
});

test('A stage without functions for table changes and WebSockets has no table stream and no WebSocket API', () => {
  const { template: declared } = synthesize(BARE, { triggers: SILENT_TRIGGERS });
  declared.resourceCountIs('AWS::ApiGatewayV2::Api', 0);
  const [table] = Object.values(declared.findResources('AWS::DynamoDB::GlobalTable'));
  expect(table?.['Properties'].StreamSpecification).toBeUndefined();
});

test.each([
  [
    'has no authorizer',
    TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind !== 'authorizer'),
    /one authorizer/,
  ],
  [
    'has releases and no smoke test',
    TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind !== 'release'),
    /one smoke test/,
  ],
  [
    'sends to a queue that is not there',
    [...TRIAL_TRIGGERS].filter((it) => it !== QUEUE_READER),
    /no function deliver/,
  ],
  [
    'posts to sockets that are not there',
    TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind !== 'socket').concat({
      ...SOCKET_MESSAGE,
      trigger: { kind: 'schedule', everyMinutes: 1 },
    }),
    /no WebSocket API that receive-socket/,
  ],
])('The synthesis rejects a stack that %s', (_, triggers, message) => {
  expect(() => synthesize({ stage: 'prod' }, { triggers })).toThrow(message);
});

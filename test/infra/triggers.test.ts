import { describe, expect, test } from 'vitest';
import { runTimersTrigger } from '../../functions/timers/run-timers.trigger.ts';
import { deliverWebhookTrigger } from '../../functions/webhooks/deliver-webhook.trigger.ts';
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
import { BARE } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** With functions of every trigger, also of those that no function of Guard has yet. */
const { template } = synthesize({ stage: 'prod' }, undefined, TRIAL_TRIGGERS);

type Resource = { readonly Properties: Record<string, unknown> };

const only = (type: string, isMeant: (id: string) => boolean = () => true): [string, Resource] => {
  const found = Object.entries(template.findResources(type)).filter(([id]) => isMeant(id));
  expect(found).toHaveLength(1);
  return found[0] as [string, Resource];
};
const startsWith = (prefix: string) => (id: string) => id.startsWith(prefix.replaceAll('-', ''));
const functionOf = (name: string) => only('AWS::Lambda::Function', startsWith(`${name}Function`));
const mappingOf = (name: string) =>
  only('AWS::Lambda::EventSourceMapping', (id) => id.includes(`${name}trigger`.replaceAll('-', '')))[1]
    .Properties;

/** Every action that the role of a function allows, with what it allows it on. */
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

describe('a function that gets changes of the table', () => {
  const mapping = mappingOf(STREAM_READER.name);

  test('gets those that it names, from the oldest that are there, in batches that are halved when they fail', () => {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 25,
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 3_600,
      MaximumRetryAttempts: 3,
      FunctionName: { Ref: functionOf(STREAM_READER.name)[0] },
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
    ]);
  });

  test('reads the stream of the table, which tells of each item before and after', () => {
    const [tableId, { Properties }] = only('AWS::DynamoDB::GlobalTable') as [string, Resource];
    expect(Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(mapping['EventSourceArn']).toEqual({ 'Fn::GetAtt': [tableId, 'StreamArn'] });
  });

  test('may do what its declaration and its trigger ask for, and nothing else', () => {
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

  test('finds in its environment what it declares, and the queue that it sends to', () => {
    const [, { Properties }] = functionOf(STREAM_READER.name);
    expect(Properties).toMatchObject({
      Timeout: 20,
      Environment: { Variables: { TRIAL: 'yes', QUEUE_URL_DELIVER: { Ref: queueId } } },
    });
  });
});

describe('a function that gets messages', () => {
  test('gets them in batches, tells which failed, and holds a batch for six times its own time', () => {
    expect(mappingOf(QUEUE_READER.name)).toMatchObject({
      EventSourceArn: arnOf(queueId),
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      FunctionName: { Ref: functionOf(QUEUE_READER.name)[0] },
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      FifoQueue: true,
      VisibilityTimeout: 6 * QUEUE_READER.timeoutSeconds,
      RedrivePolicy: { maxReceiveCount: 4, deadLetterTargetArn: arnOf(queueLettersId) },
    });
  });

  test('gets those of a group however many other groups have, where they come in order', () => {
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

  test('runs no more often at once than it says: receivers that hang leave the API nine tenths of an account', () => {
    const { ScalingConfig } = mappingOf(deliverWebhookTrigger.name);
    expect(ScalingConfig).toEqual({ MaximumConcurrency: 100 });
    for (const { name } of [QUEUE_READER, runTimersTrigger]) {
      expect(mappingOf(name)['ScalingConfig']).toBeUndefined();
    }
  });

  test('may take messages out of its own queue and nothing else', () => {
    const granted = permissionsOf(QUEUE_READER.name).filter((it) => !/^(logs|xray):/.test(it));
    expect(granted.sort()).toEqual(
      ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (it) => `sqs:${it} ${JSON.stringify(arnOf(queueId))}`,
      ),
    );
  });
});

describe('functions that clients of the WebSocket API cause', () => {
  const [apiId, api] = only('AWS::ApiGatewayV2::Api');
  const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));

  test.each([SOCKET_CONNECT, SOCKET_MESSAGE, SOCKET_DISCONNECT])(
    '$name gets what its declaration names',
    ({ name, trigger }) => {
      const [route] = routes.filter(({ Properties }) => Properties.RouteKey === trigger.route);
      const [, integrationId] = route?.['Properties'].Target['Fn::Join'][1] ?? [];
      const [, integration] = only('AWS::ApiGatewayV2::Integration', (id) => id === integrationId?.Ref);
      expect(integration.Properties).toMatchObject({ ApiId: { Ref: apiId }, IntegrationType: 'AWS_PROXY' });
      expect(JSON.stringify(integration.Properties['IntegrationUri'])).toContain(functionOf(name)[0]);
      template.hasResourceProperties('AWS::Lambda::Permission', {
        FunctionName: arnOf(functionOf(name)[0]),
        Principal: 'apigateway.amazonaws.com',
      });
    },
  );

  test('are reached by WebSocket, at the rate of the stage, at the output LiveUrl', () => {
    expect(api.Properties).toMatchObject({ ProtocolType: 'WEBSOCKET', Name: 'guard-prod-live' });
    expect(routes).toHaveLength(3);
    const [, stage] = only('AWS::ApiGatewayV2::Stage');
    expect(stage.Properties).toMatchObject({
      ApiId: { Ref: apiId },
      StageName: 'prod',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
    const { LiveUrl } = template.findOutputs('LiveUrl');
    expect(JSON.stringify(LiveUrl?.['Value'])).toMatch(new RegExp(`"wss://".*"${apiId}".*"/prod"`));
  });

  test('leave a line in a log that holds no query string, which the account lets API Gateway write', () => {
    const [, stage] = only('AWS::ApiGatewayV2::Stage');
    const { Format, DestinationArn } = stage.Properties['AccessLogSettings'] as Record<string, unknown>;
    expect(Object.values(JSON.parse(String(Format)))).toContain('$context.eventType');
    expect(Format).not.toMatch(/query/i);
    const [logId] = only('AWS::Logs::LogGroup', (id) => id.includes('SocketsAccessLog'));
    expect(DestinationArn).toEqual(arnOf(logId));
    const [accountId] = only('AWS::ApiGateway::Account');
    expect(stage).toMatchObject({ DependsOn: [accountId] });
  });

  test('may post to connections of the stage where they declare it, and know where', () => {
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

test('queues are encrypted, taken from and sent to over TLS only, and keep what waits and what is dead for 14 days', () => {
  const queues = Object.entries(template.findResources('AWS::SQS::Queue'));
  const readers = TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind === 'queue');
  const streams = TRIAL_TRIGGERS.filter(({ trigger }) => trigger.kind === 'stream');
  // Each with its dead letters, and those of the readers of the stream.
  expect(queues).toHaveLength(2 * readers.length + streams.length);
  for (const [id, { Properties }] of queues) {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
    expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 3_600);
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: id }],
      PolicyDocument: {
        Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
      },
    });
  }
});

test('no function has a policy beside its own role, where what it may do is declared', () => {
  template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  const policies = Object.keys(template.findResources('AWS::IAM::Policy'));
  expect(policies.filter((id) => /(readstream|deliver)/.test(id))).toEqual([]);
});

test('the table has no stream where no function gets its changes, and no WebSocket API is there without clients', () => {
  const { template: declared } = synthesize(BARE, undefined, SILENT_TRIGGERS);
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
])('a stack that %s is not synthesized', (_, triggers, message) => {
  expect(() => synthesize({ stage: 'prod' }, undefined, triggers)).toThrow(message);
});

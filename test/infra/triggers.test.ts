import { describe, expect, test } from 'vitest';
import { TABLE_KEYS } from '../../shared/table/definition.ts';
import { QUEUE_READER, STREAM_READER, TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { synthesize } from './synthesis.ts';

/** With functions of every trigger, also of those that no function of Guard has yet. */
const { template, templateText } = synthesize({ stage: 'prod' }, undefined, TRIAL_TRIGGERS);

type Resource = { readonly Properties: Record<string, unknown> };

const only = (type: string, isMeant: (id: string) => boolean = () => true): [string, Resource] => {
  const found = Object.entries(template.findResources(type)).filter(([id]) => isMeant(id));
  expect(found).toHaveLength(1);
  return found[0] as [string, Resource];
};
const startsWith = (prefix: string) => (id: string) => id.startsWith(prefix.replaceAll('-', ''));
const functionOf = (name: string) => only('AWS::Lambda::Function', startsWith(`${name}Function`));
const mappingOf = (name: string) =>
  only('AWS::Lambda::EventSourceMapping', (id) => id.includes(name.replaceAll('-', '')))[1].Properties;

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
        eventName: ['INSERT', 'REMOVE'],
        dynamodb: {
          Keys: { [TABLE_KEYS.sortKey]: { S: [{ prefix: 'ALERT#' }, { prefix: 'SITE#' }] } },
        },
      },
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

  test('may take messages out of its own queue and nothing else', () => {
    const granted = permissionsOf(QUEUE_READER.name).filter((it) => !/^(logs|xray):/.test(it));
    expect(granted.sort()).toEqual(
      ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (it) => `sqs:${it} ${JSON.stringify(arnOf(queueId))}`,
      ),
    );
  });
});

test('queues are encrypted, taken from and sent to over TLS only, and keep dead letters for 14 days', () => {
  const queues = Object.entries(template.findResources('AWS::SQS::Queue'));
  expect(queues).toHaveLength(3);
  for (const [id, { Properties }] of queues) {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
    if (id.includes('DeadLetters')) expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 3_600);
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: id }],
      PolicyDocument: {
        Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
      },
    });
  }
});

test('no function has a policy beside its own role, where what it may do is declared', () => {
  expect(templateText).not.toContain('"AWS::IAM::ManagedPolicy"');
  const policies = Object.keys(template.findResources('AWS::IAM::Policy'));
  expect(policies.filter((id) => /(readstream|deliver)/.test(id))).toEqual([]);
});

test('the table has no stream while no function gets its changes', () => {
  const { template: declared } = synthesize({ stage: 'prod' });
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
    'sends to a queue that is not there',
    [...TRIAL_TRIGGERS].filter((it) => it !== QUEUE_READER),
    /no function deliver/,
  ],
])('a stack that %s is not synthesized', (_, triggers, message) => {
  expect(() => synthesize({}, undefined, triggers)).toThrow(message);
});

test('a stage on a restored table, whose stream is not known, says so', () => {
  const restored = { stage: 'prod', restoredTableName: 'guard-restored' };
  expect(() => synthesize(restored, undefined, TRIAL_TRIGGERS)).toThrow(/no stream .* read-stream/);
});

import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ROLES_OF_A_STAGE } from '../../lib/cdk/preflight/quotas.ts';
import {
  DUE_ATTRIBUTE,
  INDEX_NAMES,
  INDEX_SORT_KEY,
  PROJECTED_ATTRIBUTES,
  TABLE_KEYS,
  TIMER_INDEX,
  TTL_ATTRIBUTE,
} from '../../shared/table/definition.ts';
import { FULL } from './stages-with-options.ts';
import { synthesizeWhole } from './synthesis.ts';

const dev = synthesizeWhole({ stage: 'dev' });
const prod = synthesizeWhole({ stage: 'prod' });
const full = synthesizeWhole(FULL);

const deletionSchema = z.object({ DeletionPolicy: z.string(), UpdateReplacePolicy: z.string() });
const TABLE = 'AWS::DynamoDB::GlobalTable';
const LOG_GROUP = 'AWS::Logs::LogGroup';

const listIndex = (name: string) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: name, KeyType: 'HASH' },
    { AttributeName: INDEX_SORT_KEY, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...PROJECTED_ATTRIBUTES] },
});

const timerIndex = {
  IndexName: TIMER_INDEX,
  KeySchema: [
    { AttributeName: TIMER_INDEX, KeyType: 'HASH' },
    { AttributeName: DUE_ATTRIBUTE, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' },
};

describe.each([
  ['dev', dev],
  ['prod', prod],
])('The table of %s', (_stage, { template }) => {
  test('The table of a stage has the declared keys and TTL attribute, on-demand billing and continuous backups', () => {
    template.resourceCountIs(TABLE, 1);
    template.hasResourceProperties(TABLE, {
      KeySchema: [
        { AttributeName: TABLE_KEYS.partitionKey, KeyType: 'HASH' },
        { AttributeName: TABLE_KEYS.sortKey, KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: TTL_ATTRIBUTE, Enabled: true },
      Replicas: [
        Match.objectLike({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
      ],
    });
  });

  test('The table of a stage has the declared indexes and projections', () => {
    expect(INDEX_NAMES.length).toBeLessThanOrEqual(20); // AWS, "Quotas in Amazon DynamoDB"
    template.hasResourceProperties(TABLE, {
      GlobalSecondaryIndexes: INDEX_NAMES.map((name) =>
        name === TIMER_INDEX ? timerIndex : listIndex(name),
      ),
    });
  });
});

test('The stage prod retains its table, which is protected against deletion, and its logs unless their creation failed', () => {
  prod.template.hasResource(TABLE, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  prod.template.hasResourceProperties(TABLE, {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: true })],
  });
  for (const it of prod.resources(LOG_GROUP, deletionSchema).values()) {
    expect(it).toEqual({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  }
});

test('Deleting the stage dev deletes its table and its logs', () => {
  for (const type of [TABLE, LOG_GROUP]) {
    for (const it of dev.resources(type, deletionSchema).values()) {
      expect(it).toEqual({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
    }
  }
  dev.template.hasResourceProperties(TABLE, {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })],
  });
});

test('By default, the log groups of dev keep logs for 7 days, and those of prod for 365 days', () => {
  const schema = z.object({ Properties: z.object({ RetentionInDays: z.number() }) });
  const retentions = (synthesis: typeof dev) =>
    new Set([...synthesis.resources(LOG_GROUP, schema).values()].map((it) => it.Properties.RetentionInDays));
  expect(retentions(dev)).toEqual(new Set([7]));
  expect(retentions(prod)).toEqual(new Set([365]));
});

describe('A first deployment', () => {
  const waitingFor = (type: string) =>
    [...prod.resources(type, z.object({ DependsOn: z.array(z.string()).default([]) })).values()].map(
      ({ DependsOn }) => DependsOn,
    );
  const idsOf = (type: string) => Object.keys(prod.template.findResources(type));

  test.each(['AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage'])(
    'At a first deployment, the %s is created after API Gateway’s role for logs is set',
    (type) => {
      expect(waitingFor(type)).toEqual([expect.arrayContaining(idsOf('AWS::ApiGateway::Account'))]);
    },
  );

  test('At a first deployment, API Gateway’s role for logs is set after the table exists, so that IAM has time to propagate the role', () => {
    expect(waitingFor('AWS::ApiGateway::Account')).toEqual([expect.arrayContaining(idsOf(TABLE))]);
  });

  test('The association of the firewall refers to the API Gateway stage, and so is created after this stage', () => {
    const associations = JSON.stringify(prod.template.findResources('AWS::WAFv2::WebACLAssociation'));
    const [stageId] = idsOf('AWS::ApiGateway::Stage');
    expect(associations).toContain(JSON.stringify({ Ref: stageId }));
  });
});

test('Each queue that Lambda reads moves a message to the dead-letter queue only after at least five attempts', () => {
  const queues = prod.properties(
    'AWS::SQS::Queue',
    z.object({ RedrivePolicy: z.object({ maxReceiveCount: z.number() }).optional() }),
  );
  const attempts = [...queues.values()].flatMap(({ RedrivePolicy: it }) => it?.maxReceiveCount ?? []);
  expect(attempts.length).toBeGreaterThan(1);
  expect(Math.min(...attempts)).toBeGreaterThanOrEqual(5);
});

test('Only the authorizer and the report function can have reserved concurrency, and only if the settings say so', () => {
  const reserved = ({ properties }: typeof full) =>
    [
      ...properties(
        'AWS::Lambda::Function',
        z.object({ ReservedConcurrentExecutions: z.number().optional() }),
      ),
    ].filter(([, it]) => it.ReservedConcurrentExecutions !== undefined);
  expect(reserved(prod)).toEqual([]);
  expect(reserved(full).sort()).toEqual([
    [expect.stringMatching(/^authorizer/), { ReservedConcurrentExecutions: 500 }],
    [expect.stringMatching(/^createreport/), { ReservedConcurrentExecutions: 500 }],
  ]);
});

test('The table and each index have the warm throughput from the settings', () => {
  const warm = Match.objectLike({
    WarmThroughput: { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 },
  });
  full.template.hasResourceProperties(TABLE, warm);
  full.template.hasResourceProperties(TABLE, { GlobalSecondaryIndexes: INDEX_NAMES.map(() => warm) });
  expect(prod.rootText).not.toContain('WarmThroughput');
});

test('The preflight knows about how many roles a stage has, rounded up', () => {
  const counts = [dev, prod, full].map(
    ({ template }) => Object.keys(template.findResources('AWS::IAM::Role')).length,
  );
  expect(Math.max(...counts)).toBeLessThanOrEqual(ROLES_OF_A_STAGE);
  expect(Math.min(...counts)).toBeGreaterThan(ROLES_OF_A_STAGE - 40);
});

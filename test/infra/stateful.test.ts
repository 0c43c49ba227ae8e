import { describe, expect, test } from 'vitest';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, FULL, ON_RESTORED_TABLE, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/**
 * What holds what nobody can make again. CloudFormation knows a resource by its stack and its logical id: one that gets
 * another stack or id is deleted, or left behind, and made anew, empty. So both are written down here, and nowhere
 * changed: where a test fails, mend the stack and not the test.
 */
const EVERY_STAGE = {
  DataTableFDBAD0F2: 'AWS::DynamoDB::GlobalTable',
  TriggersruntimersQueue9B139E5C: 'AWS::SQS::Queue',
  TriggersruntimersDeadLetters26DE4F27: 'AWS::SQS::Queue',
  TriggersqueuewebhooksDeadLetters9398296A: 'AWS::SQS::Queue',
  TriggersfanoutDeadLetters66FF030C: 'AWS::SQS::Queue',
  TriggersdeliverwebhookQueueA50BE25D: 'AWS::SQS::Queue',
  TriggersdeliverwebhookDeadLetters18F9B19F: 'AWS::SQS::Queue',
};
const STATEFUL: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['dev', EVERY_STAGE],
  ['prod', EVERY_STAGE],
]);

/** Types of resources that hold data. A log of its own matters less: it stays where it was, under its old name. */
const STATEFUL_TYPES = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::SQS::Queue',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::KMS::Key',
  'AWS::Backup::BackupVault',
];

const statefulOf = (text: string) =>
  Object.fromEntries(
    Object.entries(templateSchema.parse(JSON.parse(text)).Resources).flatMap(([id, { Type }]) =>
      STATEFUL_TYPES.includes(Type) ? [[id, Type]] : [],
    ),
  );

describe.each([...STATEFUL])('the stage %s', (stage, expected) => {
  const { stackName, rootText, nestedTexts } = synthesize({ stage });

  test('keeps what holds data under the same logical ids, in the same stack', () => {
    expect(stackName).toBe(`Guard-${stage}`);
    expect(statefulOf(rootText)).toEqual(expected);
  });

  test('keeps nothing that holds data in a nested stack', () => {
    expect(nestedTexts.size).toBeGreaterThan(0);
    for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
  });
});

test('queues, and their dead letters, belong to the root stack too', () => {
  const { rootText, nestedTexts } = synthesize({ stage: 'prod' }, undefined, TRIAL_TRIGGERS);
  const queues = Object.values(statefulOf(rootText)).filter((type) => type === 'AWS::SQS::Queue');
  expect(queues).toHaveLength(3 + 2 + 4);
  for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
});

test.each([ON_RESTORED_TABLE, FULL, BARE, { ...PROD, release: 'all_at_once' }])(
  'no option of a stage moves its table: %j',
  (context) => {
    const { rootText } = synthesize(context);
    expect(statefulOf(rootText)).toMatchObject(EVERY_STAGE);
  },
);

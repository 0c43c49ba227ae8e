import { describe, expect, test } from 'vitest';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, FULL, ON_RESTORED_TABLE, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/**
 * The resources with data. CloudFormation identifies a resource by its stack and logical id. With another stack or id it would
 * be replaced by an empty one. If a test fails, correct the stack and not this list.
 */
const EVERY_STAGE = {
  DataTableFDBAD0F2: 'AWS::DynamoDB::GlobalTable',
  DataTableKeyC26AB094: 'AWS::KMS::Key',
  TriggersruntimersQueue9B139E5C: 'AWS::SQS::Queue',
  TriggersruntimersDeadLetters26DE4F27: 'AWS::SQS::Queue',
  TriggersqueuewebhooksDeadLetters9398296A: 'AWS::SQS::Queue',
  TriggersqueuewebhooksFailedChanges8F6C39A7: 'AWS::S3::Bucket',
  TriggersfanoutDeadLetters66FF030C: 'AWS::SQS::Queue',
  TriggersdeliverwebhookQueueA50BE25D: 'AWS::SQS::Queue',
  TriggersdeliverwebhookDeadLetters18F9B19F: 'AWS::SQS::Queue',
  TriggerssendmailQueueCD5C2CBC: 'AWS::SQS::Queue',
  TriggersnotemailfeedbackQueueB88819E5: 'AWS::SQS::Queue',
  TriggersnotemailfeedbackDeadLettersD44BF30E: 'AWS::SQS::Queue',
  TriggerssendmailDeadLetters0C8BD5D3: 'AWS::SQS::Queue',
  TriggersnotifypeopleQueueC9864062: 'AWS::SQS::Queue',
  TriggersnotifypeopleDeadLettersF248C3C4: 'AWS::SQS::Queue',
};
const STATEFUL: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['dev', EVERY_STAGE],
  ['prod', EVERY_STAGE],
]);

/** Types of resources with data. Logs matter less: a retained log group keeps its data under its old name. */
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

  test('Every resource that stores data keeps its stack and its logical id from release to release', () => {
    expect(stackName).toBe(`Guard-${stage}`);
    expect(statefulOf(rootText)).toEqual(expected);
  });

  test('The nested stacks of a stage contain no resources that store data', () => {
    expect(nestedTexts.size).toBeGreaterThan(0);
    for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
  });
});

test('All queues and dead-letter queues of a stage are in the root stack', () => {
  const { rootText, nestedTexts } = synthesize({ stage: 'prod' }, undefined, TRIAL_TRIGGERS);
  const queues = Object.values(statefulOf(rootText)).filter((type) => type === 'AWS::SQS::Queue');
  expect(queues).toHaveLength(5 + 2 + 8);
  for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
});

test.each([ON_RESTORED_TABLE, FULL, BARE, { ...PROD, release: 'all_at_once' }])(
  'With the settings %j, resources that store data keep their stack and logical id',
  (context) => {
    const { rootText } = synthesize(context);
    expect(statefulOf(rootText)).toMatchObject(EVERY_STAGE);
  },
);

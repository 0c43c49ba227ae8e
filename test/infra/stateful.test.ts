import { expect, test } from 'vitest';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, DEV, FULL, ON_RESTORED_TABLE, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/**
 * Types of resources with data, which keep their ids from release to release (upgrade.test.ts). Logs matter less: a retained log
 * group keeps its data under its old name.
 */
const STATEFUL_TYPES = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::SQS::Queue',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::KMS::Key',
  'AWS::Backup::BackupVault',
  // People write them into panels on site.
  'AWS::EC2::EIP',
];

const statefulOf = (text: string) =>
  Object.fromEntries(
    Object.entries(templateSchema.parse(JSON.parse(text)).Resources).flatMap(([id, { Type }]) =>
      STATEFUL_TYPES.includes(Type) ? [[id, Type]] : [],
    ),
  );

test.each([DEV, PROD, FULL])(
  'With the settings %j, nested stacks contain no resources that store data',
  (context) => {
    const { nestedTexts } = synthesize(context);
    expect(nestedTexts.size).toBeGreaterThan(0);
    for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
  },
);

test('All queues and dead-letter queues of a stage are in the root stack', () => {
  const { rootText, nestedTexts } = synthesize({ stage: 'prod' }, { triggers: TRIAL_TRIGGERS });
  const queues = Object.values(statefulOf(rootText)).filter((type) => type === 'AWS::SQS::Queue');
  expect(queues).toHaveLength(6 + 2 + 9);
  for (const text of nestedTexts.values()) expect(statefulOf(text)).toEqual({});
});

test.each([PROD, ON_RESTORED_TABLE, FULL, BARE, { ...PROD, release: 'all_at_once' }])(
  'With the settings %j, resources that store data keep their stack and logical id',
  (context) => {
    const expected = statefulOf(synthesize(DEV).rootText);
    expect(statefulOf(synthesize(context).rootText)).toMatchObject(expected);
  },
);

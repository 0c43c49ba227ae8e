import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deployedAlarms } from './deployed-alarms.ts';
import { deployedFunctions, synthesize } from './synthesis.ts';

const RESTORED = 'guard-prod-20261121-1015';
const TABLE = 'AWS::DynamoDB::GlobalTable';

const before = synthesize({ stage: 'prod' });
const after = synthesize({ stage: 'prod', restoredTableName: RESTORED });
const [ownTableId = 'no table'] = [...after.resources(TABLE, z.unknown()).keys()];

const templateSchema = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

/** Logical ids and types of the resources whose definitions hold a text. */
function resourcesThatName(text: string, { templateText }: typeof after): [string, string][] {
  return Object.entries(templateSchema.parse(JSON.parse(templateText)).Resources)
    .filter(([, resource]) => JSON.stringify(resource).includes(text))
    .map(([id, { Type }]) => [id, Type]);
}

describe('a stage that works on a restored table', () => {
  test('leaves its own table in the stack exactly as it was, protected and kept', () => {
    expect(after.resources(TABLE, z.unknown())).toEqual(before.resources(TABLE, z.unknown()));
    after.template.hasResource(TABLE, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('does not refer to its own table anywhere', () => {
    expect(resourcesThatName(`"${ownTableId}"`, before)).not.toEqual([]);
    expect(resourcesThatName(`"${ownTableId}"`, after)).toEqual([]);
    expect(JSON.stringify(after.template.findOutputs('*'))).not.toContain(ownTableId);
  });

  test('gives every function the restored table', () => {
    for (const { Environment } of deployedFunctions(after).values()) {
      expect(Environment.Variables['TABLE_NAME']).toBe(RESTORED);
    }
    after.template.hasOutput('TableName', { Value: RESTORED });
  });

  test('lets every role to the restored table that was let to the stage’s own', () => {
    const rolesThatName = (text: string, synthesis: typeof after) =>
      resourcesThatName(text, synthesis).filter(([, type]) => type === 'AWS::IAM::Role');
    const roles = rolesThatName(`"${ownTableId}"`, before);
    expect(roles.length).toBeGreaterThan(0);
    expect(rolesThatName(`:table/${RESTORED}`, after)).toEqual(roles);
  });

  test('watches the restored table', () => {
    const tables = deployedAlarms(after)
      .flatMap(({ metrics }) => metrics)
      .filter(({ namespace }) => namespace === 'AWS/DynamoDB')
      .map(({ dimensions }) => dimensions['TableName']);
    expect(new Set(tables)).toEqual(new Set([RESTORED]));
    const [dashboard] = Object.values(after.template.findResources('AWS::CloudWatch::Dashboard'));
    expect(JSON.stringify(dashboard)).toContain(RESTORED);
  });
});

test.each(['', 'ab', 'no spaces'])('a table cannot be called %j', (restoredTableName) => {
  expect(() => synthesize({ restoredTableName })).toThrow('at restoredTableName');
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { deployedAlarms } from './deployed-alarms.ts';
import { FULL, ON_RESTORED_TABLE, RESTORED_TABLE } from './stages-with-options.ts';
import { deployedFunctions, synthesize } from './synthesis.ts';

const RESTORED = RESTORED_TABLE.restoredTableName;
const TABLE = 'AWS::DynamoDB::GlobalTable';

const before = synthesize(FULL);
const after = synthesize(ON_RESTORED_TABLE);
const [ownTableId = 'no table'] = [...after.resources(TABLE, z.unknown()).keys()];

const templateSchema = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

/** The logical ids and types of the resources with a text in their definition, not only in the order of creation. */
function resourcesThatName(text: string, { template }: typeof after): [string, string][] {
  return Object.entries(templateSchema.parse(template.toJSON()).Resources)
    .filter(([, resource]) => JSON.stringify({ ...resource, DependsOn: [] }).includes(text))
    .map(([id, { Type }]) => [id, Type]);
}

test('A stage on a restored table keeps its old table unchanged, protected and retained', () => {
  expect(after.resources(TABLE, z.unknown())).toEqual(before.resources(TABLE, z.unknown()));
  after.template.hasResource(TABLE, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});

test('Nothing in a stage on a restored table refers to the old table', () => {
  expect(resourcesThatName(`"${ownTableId}"`, before)).not.toEqual([]);
  expect(resourcesThatName(`"${ownTableId}"`, after)).toEqual([]);
  expect(JSON.stringify(after.template.findOutputs('*'))).not.toContain(ownTableId);
});

test('A stage on a restored table sends the changes of that table to its functions', () => {
  const sources = after.resources('AWS::Lambda::EventSourceMapping', z.unknown());
  expect(JSON.stringify([...sources.values()])).toContain(RESTORED_TABLE.restoredTableStreamArn);
});

test('In a stage on a restored table, every function that uses the table gets the name of the restored one', () => {
  const named = [...deployedFunctions(after).values()].flatMap(
    ({ Environment }) => Environment.Variables['TABLE_NAME'] ?? [],
  );
  const using = lambdaFunctions.filter(({ settings }) => settings.includes('TABLE_NAME'));
  expect(named).toEqual(using.map(() => RESTORED));
  after.template.hasOutput('TableName', { Value: RESTORED });
});

test('In a stage on a restored table, functions have the same access to that table, in a new role', () => {
  const rolesThatName = (text: string, synthesis: typeof after) =>
    resourcesThatName(text, synthesis).flatMap(([id, type]) => (type === 'AWS::IAM::Role' ? [id] : []));
  const functionsIn = (roles: string[], synthesis: typeof after) =>
    [...deployedFunctions(synthesis)].flatMap(([id, { Role }]) => (roles.includes(Role) ? [id] : []));
  const oldRoles = rolesThatName(`"${ownTableId}"`, before);
  const newRoles = rolesThatName(`:table/${RESTORED}`, after);
  expect(oldRoles.length).toBeGreaterThan(0);
  expect(functionsIn(newRoles, after)).toEqual(functionsIn(oldRoles, before));
  // In new roles: running versions keep their access to the old table.
  expect(newRoles.filter((id) => oldRoles.includes(id))).toEqual([]);
});

test('In a stage on a restored table, the alarms watch that table', () => {
  const tables = deployedAlarms(after)
    .flatMap(({ metrics }) => metrics)
    .filter(({ namespace }) => namespace === 'AWS/DynamoDB')
    .map(({ dimensions }) => dimensions['TableName']);
  expect(new Set(tables)).toEqual(new Set([RESTORED]));
  const [dashboard] = Object.values(after.template.findResources('AWS::CloudWatch::Dashboard'));
  expect(JSON.stringify(dashboard)).toContain(RESTORED);
});

test('A stage on a restored table is rejected without the stream of that table', () => {
  const texts = [...after.nestedTexts.values()];
  expect(texts.some((text) => text.includes(RESTORED_TABLE.restoredTableStreamArn))).toBe(true);
  expect(() => synthesize({ stage: 'prod', restoredTableName: RESTORED })).toThrow('restoredTableStreamArn');
  const wrong = { ...RESTORED_TABLE, restoredTableStreamArn: 'latest' };
  expect(() => synthesize({ stage: 'prod', ...wrong })).toThrow('at restoredTableStreamArn');
});

test.each(['', 'ab', 'no spaces'])(
  'The settings of a stage reject the table name %j',
  (restoredTableName) => {
    expect(() => synthesize({ restoredTableName })).toThrow('at restoredTableName');
  },
);

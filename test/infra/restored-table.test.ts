import { expect, test } from 'vitest';
import * as z from 'zod';
import { triggers } from '../../functions/triggers.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { deployedAlarms } from './deployed-alarms.ts';
import { FULL, MAIL_BY_SES, MQTT, ON_RESTORED_TABLE, RESTORED_TABLE } from './stages-with-options.ts';
import { deployedFunctions, FEW_ROUTES, synthesize } from './synthesis.ts';

const RESTORED = RESTORED_TABLE.restoredTableName;
const TABLE = 'AWS::DynamoDB::GlobalTable';

const before = synthesize(FULL);
const after = synthesize({ ...ON_RESTORED_TABLE, ...MQTT, ...MAIL_BY_SES });
const [ownTableId = 'no table'] = [...after.resources(TABLE, z.unknown()).keys()];

const templateSchema = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

/** The logical ids and types of the resources with a text in their definition, not only in the order of creation. */
function resourcesThatName(text: string, { template }: typeof after): [string, string][] {
  return Object.entries(templateSchema.parse(template.toJSON()).Resources)
    .filter(([, resource]) => JSON.stringify({ ...resource, DependsOn: [] }).includes(text))
    .map(([id, { Type }]) => [id, Type]);
}

test('If a stage uses a restored table, its old table remains unchanged, protected and retained', () => {
  expect(after.resources(TABLE, z.unknown())).toEqual(before.resources(TABLE, z.unknown()));
  after.template.hasResource(TABLE, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});

test('If a stage uses a restored table, none of its resources and outputs refers to the old table', () => {
  expect(resourcesThatName(`"${ownTableId}"`, before)).not.toEqual([]);
  expect(resourcesThatName(`"${ownTableId}"`, after)).toEqual([]);
  expect(JSON.stringify(after.template.findOutputs('*'))).not.toContain(ownTableId);
});

test('If a stage uses a restored table, its functions receive the changes of this table', () => {
  const sources = after.resources('AWS::Lambda::EventSourceMapping', z.unknown());
  expect(JSON.stringify([...sources.values()])).toContain(RESTORED_TABLE.restoredTableStreamArn);
});

test('If a stage uses a restored table, every function with table access gets the name of this table', () => {
  const named = [...deployedFunctions(after).values()].flatMap(
    ({ Environment }) => Environment.Variables['TABLE_NAME'] ?? [],
  );
  const deployed = new Set<string>([...FEW_ROUTES, ...triggers].map(({ name }) => name));
  const using = lambdaFunctions.filter((it) => deployed.has(it.name) && it.settings.includes('TABLE_NAME'));
  expect(named).toEqual(using.map(() => RESTORED));
  after.template.hasOutput('TableName', { Value: RESTORED });
});

test('If a stage uses a restored table, the roles of functions have the same access to this table, and none to the old one', () => {
  const rolesThatName = (text: string, synthesis: typeof after) =>
    resourcesThatName(text, synthesis).flatMap(([id, type]) => (type === 'AWS::IAM::Role' ? [id] : []));
  const functionsIn = (roles: string[], synthesis: typeof after) =>
    [...deployedFunctions(synthesis)].flatMap(([id, { Role }]) => (roles.includes(Role) ? [id] : []));
  const oldRoles = rolesThatName(`"${ownTableId}"`, before);
  const newRoles = rolesThatName(`:table/${RESTORED}`, after);
  expect(oldRoles.length).toBeGreaterThan(0);
  expect(functionsIn(newRoles, after)).toEqual(functionsIn(oldRoles, before));
  expect(rolesThatName(`"${ownTableId}"`, after)).toEqual([]);
});

test('If a stage uses a restored table, the alarms watch this table', () => {
  const tables = deployedAlarms(after)
    .flatMap(({ metrics }) => metrics)
    .filter(({ namespace }) => namespace === 'AWS/DynamoDB')
    .map(({ dimensions }) => dimensions['TableName']);
  expect(new Set(tables)).toEqual(new Set([RESTORED]));
  const [dashboard] = Object.values(after.template.findResources('AWS::CloudWatch::Dashboard'));
  expect(JSON.stringify(dashboard)).toContain(RESTORED);
});

test('The settings of a restored table are rejected if its stream is missing', () => {
  const texts = [...after.nestedTexts.values()];
  expect(texts.some((text) => text.includes(RESTORED_TABLE.restoredTableStreamArn))).toBe(true);
  expect(() => synthesize({ stage: 'prod', restoredTableName: RESTORED })).toThrow('restoredTableStreamArn');
  const wrong = { ...RESTORED_TABLE, restoredTableStreamArn: 'latest' };
  expect(() => synthesize({ stage: 'prod', ...wrong })).toThrow('at restoredTableStreamArn');
});

test.each(['', 'ab', 'no spaces'])(
  'The settings of a stage reject %j as the name of a restored table',
  (restoredTableName) => {
    expect(() => synthesize({ restoredTableName })).toThrow('at restoredTableName');
  },
);

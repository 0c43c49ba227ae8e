import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { GuardFunction } from '../../lib/cdk/functions/guard-function.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import type { TableUse } from '../../shared/table/table-use.ts';
import { makeFolder, WITHOUT_REPORTS } from './synthesis.ts';

const CODE_FOLDER = makeFolder();
const TABLE_USE: TableUse = { actions: ['GetItem', 'Query'], indexes: ['tenant_status'] };

/** The logical ids of the role and the version of a function with this access. */
function idsOf(tableUse: TableUse, tableName = 'guard') {
  const stack = new Stack(new App({ ...WITHOUT_REPORTS, outdir: makeFolder() }), 'Guard');
  const { function: handler } = new GuardFunction(stack, 'list-sites', {
    resource: 'trials',
    description: 'Lists sites.',
    codeFolder: CODE_FOLDER,
    settings: readStageSettings(() => undefined),
    table: { tableName, tableArn: stack.formatArn({ service: 'dynamodb', resource: `table/${tableName}` }) },
    pictures: new Bucket(stack, 'Pictures'),
    tableUse,
    keyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1',
    reads: ['GUARD_STAGE'],
    hashesPasswords: false,
  });
  expect(handler.currentVersion.version).toBeDefined();
  const template = Template.fromStack(stack);
  const [role, version] = ['AWS::IAM::Role', 'AWS::Lambda::Version'].map((type) =>
    Object.keys(template.findResources(type)),
  );
  expect([role, version]).toEqual([[expect.any(String)], [expect.any(String)]]);
  return { role: role?.[0], version: version?.[0] };
}

const before = idsOf(TABLE_USE);

test.each<[string, TableUse, string?]>([
  ['the same access', TABLE_USE],
  ['one action less', { ...TABLE_USE, actions: ['GetItem'] }],
  ['one action more', { ...TABLE_USE, actions: ['GetItem', 'PutItem', 'Query'] }],
  ['another index', { ...TABLE_USE, indexes: ['site'] }],
  ['the same access to another table', TABLE_USE, 'guard-restored'],
])(
  'A deployed function with %s keeps its role, because an alias divides its traffic only between versions with the same role',
  (_, use, table) => expect(idsOf(use, table).role).toBe(before.role),
);

test('A deployed function with unchanged code and settings keeps its version, whatever its access', () => {
  expect(idsOf({ ...TABLE_USE, actions: ['GetItem'] }).version).toBe(before.version);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeSynthesis, outputFolderOf } from '../../../../lib/cdk/synthesis-summary.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.each([
  [['synth', '--quiet'], 'cdk.out'],
  [['synth', '-o', 'elsewhere'], 'elsewhere'],
  [['synth', '--output', 'elsewhere', '--quiet'], 'elsewhere'],
  [['synth', '--output=else=where'], 'else=where'],
  [['synth', '--output='], 'cdk.out'],
  [['synth', '-o'], 'cdk.out'],
])('With the parameters %j, the CDK command writes its templates to the folder %s', (parameters, folder) => {
  expect(outputFolderOf(parameters)).toBe(folder);
});

const templateOf = (kinds: readonly string[]) => ({
  Resources: Object.fromEntries(kinds.map((kind, place) => [`R${place}`, { Type: `AWS::Test::${kind}` }])),
});

/** A folder with what a synthesis made: one stack, with resources of these kinds, and such as are nested in it. */
async function synthesisOf(
  kinds: readonly string[],
  nested: Readonly<Record<string, readonly string[]>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await write('manifest.json', {
    artifacts: {
      'guard-dev': {
        type: 'aws:cloudformation:stack',
        properties: { templateFile: 'guard-dev.template.json' },
      },
      'guard-dev.assets': { type: 'cdk:asset-manifest', properties: { file: 'guard-dev.assets.json' } },
      Tree: { type: 'cdk:tree' },
    },
  });
  await write('guard-dev.template.json', templateOf(kinds));
  for (const [name, kindsOfNested] of Object.entries(nested)) await write(name, templateOf(kindsOfNested));
  const assets = ['guard-dev.template.json', 'asset.0090b33e', ...Object.keys(nested)];
  await write('guard-dev.assets.json', {
    files: Object.fromEntries(assets.map((path, place) => [`hash${place}`, { source: { path } }])),
  });
  await write('guard-old.template.json', 'of an earlier synthesis');
  return folder;
}

test('The synthesis summary lists the most frequent resource types, and counts the remaining types together', async () => {
  const kinds = ['Method', 'Method', 'Function', 'Function', 'Function', 'A', 'B', 'C', 'D', 'E', 'F'];
  const folder = await synthesisOf(kinds);
  expect(
    await describeSynthesis(folder),
  ).toBe(`${join(folder, 'guard-dev.template.json')}: 11 of at most 500 resources
    3 Test::Function
    2 Test::Method
    1 Test::A
    1 Test::B
    1 Test::C
    1 Test::D
    2 of 2 other kinds`);
});

test('The synthesis summary counts the resources in each nested stack', async () => {
  const nested = { 'zones.nested.template.json': ['A', 'A'], 'sites.nested.template.json': ['A'] };
  const folder = await synthesisOf(['A'], nested);
  expect((await describeSynthesis(folder)).split('\n').slice(1)).toEqual([
    '    1 Test::A',
    `${join(folder, 'sites.nested.template.json')}: 1 of at most 500 resources`,
    `${join(folder, 'zones.nested.template.json')}: 2 of at most 500 resources`,
  ]);
});

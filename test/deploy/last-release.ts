import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { INDEX_NAMES, INDEXES } from '../../shared/table/definition.ts';
import { EMULATOR, readBaseline } from '../infra/baseline.ts';
import type { StackTemplate } from '../infra/join-templates.ts';
import { parseTexts } from '../infra/stage-templates.ts';

/** The index that was declared last. */
export const LAST_INDEX = INDEX_NAMES[INDEX_NAMES.length - 1] ?? '';

const assetSchema = z.looseObject({
  source: z.looseObject({ path: z.string() }),
  destinations: z.record(z.string(), z.looseObject({ objectKey: z.string() })),
});
const assetsSchema = z.looseObject({ files: z.record(z.string(), assetSchema) });

interface LastRelease {
  /** The folder of a synthesis of `dev` of this commit. */
  readonly synthesis: string;
  /** The folder for the result. */
  readonly folder: string;
  readonly endpoint: string;
}

/**
 * Writes a synthesis with the templates of the last release and the code of this commit, which `cdk deploy --app` takes: what a
 * user has before an upgrade. It lacks the last index of this commit, so that the upgrade adds it, as in the runbook.
 */
export async function writeLastRelease({ synthesis, folder, endpoint }: LastRelease): Promise<void> {
  const { stackName, ...texts } = readBaseline().stages['dev on the emulator'];
  const at = (text: string) => text.replaceAll(withoutScheme(EMULATOR), withoutScheme(endpoint));
  const { root, nested } = parseTexts({
    root: at(texts.root),
    nested: texts.nested.map(([id, text]) => [id, withOtherTags(at(text))]),
  });
  const readSynthesis = async (name: string) => JSON.parse(await readFile(join(synthesis, name), 'utf8'));
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await mkdir(folder);
  // All but the code, which stays where it is.
  for (const it of await readdir(synthesis, { withFileTypes: true })) {
    if (it.isFile()) await copyFile(join(synthesis, it.name), join(folder, it.name));
  }

  const [assetsFile, rootFile] = [`${stackName}.assets.json`, `${stackName}.template.json`];
  const assets = assetsSchema.parse(await readSynthesis(assetsFile));
  const files = Object.values(assets.files);
  const rootAsset = files.find(({ source }) => source.path === rootFile);
  const [rootKey] = Object.values(rootAsset?.destinations ?? {}).map(({ objectKey }) => objectKey);
  if (!rootAsset || rootKey === undefined) throw new Error(`${assetsFile} does not name ${rootFile}.`);
  const templates = files.map(({ source }) => source.path).filter((path) => path.endsWith('.template.json'));
  const codeKeys = new Map((await Promise.all(templates.map(readSynthesis))).flatMap(codeKeysOf));
  const addTemplate = async (file: string, template: StackTemplate) => {
    const destinations = Object.entries(rootAsset.destinations).map(([name, it]) => [
      name,
      { ...it, objectKey: file },
    ]);
    assets.files[file] = {
      ...rootAsset,
      source: { ...rootAsset.source, path: file },
      destinations: Object.fromEntries(destinations),
    };
    await write(file, withCode(template, codeKeys));
  };

  for (const it of files) it.source.path = resolve(synthesis, it.source.path);
  for (const [id, template] of nested) await addTemplate(fileOf(id), template);
  const rootTemplate = withoutLastIndex(withTemplateFiles(root));
  await addTemplate(ROOT_FILE, rootTemplate);
  await write(rootFile, rootTemplate);
  await write(assetsFile, assets);
  const manifest = JSON.stringify(await readSynthesis('manifest.json'));
  await write('manifest.json', JSON.parse(manifest.replaceAll(rootKey, ROOT_FILE)));
}

const fileOf = (id: string) => `${id}.last-release.json`;
const ROOT_FILE = fileOf('root');

const withoutScheme = (url: string) => url.replace(/^http:/, '');

/**
 * MiniStack 1.5.33 forgets the attributes of what does not change in a nested stack that does (services/cloudformation/
 * provisioners.py, `_cfn_nested_stack_deploy`). So everything there has another tag than in this commit.
 */
function withOtherTags(text: string): string {
  const tag = '{"Key":"service","Value":"guard"}';
  return text.replaceAll(tag, tag.replace('guard', 'guard before'));
}

type Template = Pick<StackTemplate, 'Resources'>;

/** Changes the properties of the resources of a type, which have the form of `schema`. */
function mapProperties<S extends z.ZodType, T extends Template>(
  template: T,
  [type, schema]: readonly [string, S],
  change: (properties: z.infer<S>, id: string) => unknown,
): T {
  const resources = Object.entries(template.Resources).map(([id, it]) => [
    id,
    it.Type === type ? { ...it, Properties: change(schema.parse(it['Properties']), id) } : it,
  ]);
  return { ...template, Resources: Object.fromEntries(resources) };
}

const FUNCTION = [
  'AWS::Lambda::Function',
  z.looseObject({ Code: z.looseObject({ S3Key: z.string() }) }),
] as const;

function codeKeysOf(template: Template): [id: string, key: string][] {
  const keys: [string, string][] = [];
  mapProperties(template, FUNCTION, ({ Code }, id) => keys.push([id, Code.S3Key]));
  return keys;
}

/** A function that this commit lacks gets the code of any other. */
function withCode(template: StackTemplate, keys: ReadonlyMap<string, string>): StackTemplate {
  const [any] = keys.values();
  return mapProperties(template, FUNCTION, (it, id) => ({
    ...it,
    Code: { ...it.Code, S3Key: keys.get(id) ?? any },
  }));
}

const NESTED_STACK = ['AWS::CloudFormation::Stack', z.looseObject({ TemplateURL: z.unknown() })] as const;

function withTemplateFiles(root: StackTemplate): StackTemplate {
  return mapProperties(root, NESTED_STACK, (it, id) => ({
    ...it,
    TemplateURL: JSON.parse(JSON.stringify(it.TemplateURL).replace(/0{64}\.json/, fileOf(id))),
  }));
}

const attributeSchema = z.looseObject({ AttributeName: z.string() });
const indexSchema = z.looseObject({ IndexName: z.string() });
const TABLE = [
  'AWS::DynamoDB::GlobalTable',
  z.looseObject({
    AttributeDefinitions: z.array(attributeSchema),
    GlobalSecondaryIndexes: z.array(indexSchema),
    Replicas: z.array(z.looseObject({ GlobalSecondaryIndexes: z.array(indexSchema) })),
  }),
] as const;

function withoutLastIndex(root: StackTemplate): StackTemplate {
  const others = (indexes: readonly z.infer<typeof indexSchema>[]) =>
    indexes.filter(({ IndexName }) => IndexName !== LAST_INDEX);
  const keysOf = (indexes: typeof INDEXES) =>
    indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  const inOthers = new Set(keysOf(INDEXES.slice(0, -1)));
  const onlyInLast = keysOf(INDEXES.slice(-1)).filter((name) => !inOthers.has(name));
  return mapProperties(root, TABLE, (it) => ({
    ...it,
    AttributeDefinitions: it.AttributeDefinitions.filter(
      ({ AttributeName }) => !onlyInLast.includes(AttributeName),
    ),
    GlobalSecondaryIndexes: others(it.GlobalSecondaryIndexes),
    Replicas: it.Replicas.map((replica) => ({
      ...replica,
      GlobalSecondaryIndexes: others(replica.GlobalSecondaryIndexes),
    })),
  }));
}

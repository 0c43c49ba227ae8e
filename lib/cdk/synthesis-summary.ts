import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const STACK = 'aws:cloudformation:stack';
const NESTED_TEMPLATE = '.nested.template.json';
const DEFAULT_OUTPUT_FOLDER = 'cdk.out';
/** How many kinds of resources are listed; all others are added up. */
const LISTED_KINDS = 6;
/** The maximum number of resources of a stack (AWS, "AWS CloudFormation quotas"). */
const RESOURCES_OF_A_STACK = 500;

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.object({ templateFile: z.string().optional() }).optional() }),
  ),
});
const templateSchema = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) });
const assetsSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

/** The output folder of a synthesis with these parameters of the CDK. */
export function outputFolderOf(parameters: readonly string[]): string {
  const place = parameters.findLastIndex((it) => /^(-o|--output)(=|$)/.test(it));
  const parameter = parameters[place];
  if (parameter === undefined) return DEFAULT_OUTPUT_FOLDER;
  return /=(.+)$/.exec(parameter)?.[1] ?? parameters[place + 1] ?? DEFAULT_OUTPUT_FOLDER;
}

/** Describes a synthesis: for each stack and its nested stacks, the template and the number of resources. */
export async function describeSynthesis(folder: string): Promise<string> {
  const manifest = manifestSchema.parse(await readJson(join(folder, 'manifest.json')));
  const stacks = Object.values(manifest.artifacts).flatMap(({ type, properties }) =>
    type === STACK && properties?.templateFile ? [properties.templateFile] : [],
  );
  return (await Promise.all(stacks.map((stack) => describeStack(folder, stack)))).join('\n');
}

async function describeStack(folder: string, templateFile: string): Promise<string> {
  const assetsFile = templateFile.replace(/\.template\.json$/, '.assets.json');
  const { files } = assetsSchema.parse(await readJson(join(folder, assetsFile)));
  const nested = Object.values(files)
    .map(({ source }) => source.path)
    .filter((path) => path.endsWith(NESTED_TEMPLATE))
    .sort();
  return [
    await describeTemplate(join(folder, templateFile)),
    ...(await Promise.all(nested.map((path) => countResources(join(folder, path))))),
  ].join('\n');
}

async function countResources(file: string): Promise<string> {
  const { length } = await readTypes(file);
  return `${file}: ${length} of at most ${RESOURCES_OF_A_STACK} resources`;
}

async function describeTemplate(file: string): Promise<string> {
  const types = await readTypes(file);
  const counts = [...Map.groupBy(types, (type) => type)]
    .map(([type, { length }]) => ({ kind: type.replace(/^AWS::/, ''), count: length }))
    .sort((left, right) => right.count - left.count || left.kind.localeCompare(right.kind));
  const rest = counts.slice(LISTED_KINDS);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [
    await countResources(file),
    ...counts.slice(0, LISTED_KINDS).map(({ kind, count }) => `  ${String(count).padStart(3)} ${kind}`),
    ...(others > 0 ? [`  ${String(others).padStart(3)} of ${rest.length} other kinds`] : []),
  ].join('\n');
}

async function readTypes(file: string): Promise<string[]> {
  const { Resources } = templateSchema.parse(await readJson(file));
  return Object.values(Resources).map(({ Type }) => Type);
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

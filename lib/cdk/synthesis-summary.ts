import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const STACK = 'aws:cloudformation:stack';
const DEFAULT_OUTPUT_FOLDER = 'cdk.out';
/** Kinds that are told one by one; the others are told as a number. */
const KINDS_TOLD = 6;
/** AWS, "AWS CloudFormation quotas". */
const RESOURCES_OF_A_STACK = 500;

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.object({ templateFile: z.string().optional() }).optional() }),
  ),
});
const templateSchema = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) });

/** Where a synthesis with these parameters of the CDK's puts what it makes. */
export function outputFolderOf(parameters: readonly string[]): string {
  const place = parameters.findLastIndex((it) => /^(-o|--output)(=|$)/.test(it));
  const parameter = parameters[place];
  if (parameter === undefined) return DEFAULT_OUTPUT_FOLDER;
  return /=(.+)$/.exec(parameter)?.[1] ?? parameters[place + 1] ?? DEFAULT_OUTPUT_FOLDER;
}

/** What a synthesis made: for each stack its template and how many resources of which kind are in it. */
export async function describeSynthesis(folder: string): Promise<string> {
  const manifest = manifestSchema.parse(await readJson(join(folder, 'manifest.json')));
  const files = Object.values(manifest.artifacts).flatMap(({ type, properties }) =>
    type === STACK && properties?.templateFile ? [join(folder, properties.templateFile)] : [],
  );
  return (await Promise.all(files.map(describeTemplate))).join('\n');
}

async function describeTemplate(file: string): Promise<string> {
  const { Resources } = templateSchema.parse(await readJson(file));
  const types = Object.values(Resources).map(({ Type }) => Type);
  const counts = [...Map.groupBy(types, (type) => type)]
    .map(([type, { length }]) => ({ kind: type.replace(/^AWS::/, ''), count: length }))
    .sort((left, right) => right.count - left.count || left.kind.localeCompare(right.kind));
  const rest = counts.slice(KINDS_TOLD);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [
    `${file}: ${types.length} of at most ${RESOURCES_OF_A_STACK} resources`,
    ...counts.slice(0, KINDS_TOLD).map(({ kind, count }) => `  ${String(count).padStart(3)} ${kind}`),
    ...(others > 0 ? [`  ${String(others).padStart(3)} of ${rest.length} other kinds`] : []),
  ].join('\n');
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import * as z from 'zod';
import { internalFunctions } from '../../functions/internal-functions.ts';
import { routes } from '../../functions/routes.ts';
import { GuardStack } from '../../lib/guard-stack.ts';
import { readStageSettings } from '../../lib/stage-settings.ts';

export interface StubSynthesis {
  readonly stack: GuardStack;
  readonly template: Template;
  /** Parses the properties of the resources of a type, by logical id. */
  properties<S extends z.ZodType>(type: string, schema: S): Map<string, z.infer<S>>;
}

export type StageContext = Readonly<Record<string, string>>;

const { context: cdkContext } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')));

const folder = mkdtempSync(join(tmpdir(), 'guard-stub-synthesis-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A new folder that lasts as long as the test file. */
export const makeFolder = (): string => mkdtempSync(join(folder, 'run-'));

/**
 * Synthesizes a stage with a line in place of each function's code: takes a second, and is enough for what does not
 * depend on the code.
 */
export function synthesizeStub(
  context: StageContext = {},
  codeOf = (functionName: string) => functionName,
): StubSynthesis {
  const runFolder = makeFolder();
  const names = [...routes, ...internalFunctions].map(({ name }) => name);
  const functionAssets = new Map(names.map((name) => [name, writeCode(join(runFolder, name), codeOf(name))]));
  const app = new App({ outdir: join(runFolder, 'cdk.out'), context: { ...cdkContext, ...context } });
  const settings = readStageSettings((name) => context[name]);
  const stack = new GuardStack(app, `Guard-${settings.stage}`, { settings, functionAssets });
  const template = Template.fromStack(stack);
  return {
    stack,
    template,
    properties: (type, schema) =>
      new Map(
        Object.entries(template.findResources(type)).map(([id, it]) => [id, schema.parse(it['Properties'])]),
      ),
  };
}

function writeCode(codeFolder: string, code: string): string {
  mkdirSync(codeFolder);
  writeFileSync(join(codeFolder, 'index.mjs'), code);
  return codeFolder;
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { addGuardStack, type GuardStack } from '../../lib/cdk/guard-app.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Variant } from './variants.ts';

const cdkSchema = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * Writes the templates of a stage into a folder, like `npm run synth`. The code of all functions is one line: templates contain
 * only the hash of the code, and bundling for each variant would take most of the time. `prepare` changes the app.
 */
export async function synthesizeVariant(
  [, context]: Variant,
  folder: string,
  prepare: (app: App) => void = () => {},
): Promise<GuardStack> {
  const { context: flags } = cdkSchema.parse(
    JSON.parse(await readFile(new URL('../../cdk.json', import.meta.url), 'utf8')),
  );
  const code = join(folder, 'code');
  await mkdir(code, { recursive: true });
  await writeFile(join(code, 'index.mjs'), '// any');
  await writeFile(join(code, 'Dockerfile'), 'FROM scratch');
  const app = new App({ outdir: join(folder, 'cdk.out'), context: { ...flags, ...context } });
  prepare(app);
  const functionAssets = new Map([...routes, ...triggers].map(({ name }) => [name, code]));
  const stack = addGuardStack(
    app,
    readStageSettings((name) => context[name]),
    functionAssets,
    { receiverFolder: code },
  );
  app.synth();
  return stack;
}

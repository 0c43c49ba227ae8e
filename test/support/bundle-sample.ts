import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { functionSources } from '../../functions/sources.ts';
import { type BundledFunction, bundleFunctions, bundlesIn } from '../../lib/cdk/functions/bundle.ts';

/**
 * One function of each kind that the build treats in its own way: with an addon, files, pages or a large package. To bundle all
 * takes 20 seconds of processor time; the suite `deploy` runs every bundle.
 */
const SAMPLED = [
  ...['login', 'begin-totp', 'return-from-sso', 'request-password-reset', 'list-site-alerts', 'authorizer'],
  ...[
    'get-console',
    'get-openapi-document',
    'get-reference-asset',
    'get-health',
    'notify-people',
    'seal-audit',
  ],
];
const SAMPLE = functionSources().filter(({ name }) => SAMPLED.includes(name));

/** Puts the bundles of a sample of the functions into a folder, as `bundleFunctions` does. They are made once in a run. */
export async function bundleSample(outputFolder: string): Promise<BundledFunction[]> {
  const bundles = join(inject('synthesisFolder'), 'bundles');
  if (!existsSync(bundles)) await makeBundles(bundles);
  await cp(bundles, outputFolder, { recursive: true });
  return bundlesIn(outputFolder, SAMPLE);
}

/** Puts the bundles of the sample into a folder, with a line of code in place of every other bundle. */
export async function bundleAsDeployed(outputFolder: string): Promise<BundledFunction[]> {
  const sample = new Set((await bundleSample(outputFolder)).map(({ name }) => name));
  const all = bundlesIn(outputFolder);
  for (const { name, folder } of all.filter((it) => !sample.has(it.name))) {
    await mkdir(folder);
    await writeFile(join(folder, 'index.mjs'), name);
    await writeFile(join(folder, 'index.mjs.map'), '{}');
  }
  return all;
}

/** Writes next to the folder and moves the result there, so that no worker reads half of it. */
async function makeBundles(bundles: string): Promise<void> {
  const unfinished = await mkdtemp(`${bundles}-`);
  await bundleFunctions(unfinished, SAMPLE);
  try {
    await rename(unfinished, bundles);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(bundles)) throw error; // else another worker was faster
  }
}

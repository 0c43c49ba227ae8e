import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { inject } from 'vitest';
import {
  type BundledFunction,
  bundleFunctions,
  bundlesIn,
  readMetafile,
} from '../../lib/cdk/functions/bundle.ts';

/**
 * Puts the bundles of all functions into a folder, as `bundleFunctions` does. It takes ten seconds of processor time to
 * make them, so the first caller in a run makes them once.
 */
export async function copyBundles(outputFolder: string): Promise<BundledFunction[]> {
  await cp(await sharedBundles(), outputFolder, { recursive: true });
  return bundlesIn(outputFolder);
}

/** Describes the bundles of all functions, as `describeBundles` does. */
export const describeCopiedBundles = async (): Promise<Metafile> => readMetafile(await sharedBundles());

async function sharedBundles(): Promise<string> {
  const bundles = join(inject('synthesisFolder'), 'bundles');
  if (!existsSync(bundles)) await makeBundles(bundles);
  return bundles;
}

/** Writes next to the folder and moves the result there, so that no worker reads half of it. */
async function makeBundles(bundles: string): Promise<void> {
  const unfinished = await mkdtemp(`${bundles}-`);
  await bundleFunctions(unfinished);
  try {
    await rename(unfinished, bundles);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(bundles)) throw error; // else another worker was faster
  }
}

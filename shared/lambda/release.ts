import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the deployed code of each function: the commit that this code was first deployed from. */
export const RELEASE_FILE = 'release.txt';

/**
 * The commit that the running code was first deployed from, as it stands in the folder that Lambda unpacks the code to.
 * `undefined` outside of Lambda, which names no such folder, and of code that was put there by hand.
 */
export function readRelease(taskRoot: string | undefined): string | undefined {
  if (taskRoot === undefined) return undefined;
  try {
    return readFileSync(join(taskRoot, RELEASE_FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file next to the deployed code with the commit from which the code was first deployed. It is not an environment
 * variable, because that would change every function with every deployment, and start canaries for unchanged code.
 */
export const RELEASE_FILE = 'release.txt';

/** Stands for the commit of code whose commit is unknown. */
export const UNKNOWN_COMMIT = 'unknown';

/**
 * Reads the commit from which the running code was first deployed; `undefined` outside Lambda, and for code that was deployed
 * by hand.
 */
export function readRelease(taskRoot: string | undefined): string | undefined {
  if (taskRoot === undefined) return undefined;
  try {
    return readFileSync(join(taskRoot, RELEASE_FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}

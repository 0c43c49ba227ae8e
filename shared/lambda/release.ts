import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file with the commit that the code was first deployed from, next to the deployed code. An environment variable would
 * change every function with every deployment, and start canaries for unchanged code.
 */
export const RELEASE_FILE = 'release.txt';

/** The release of code without a known commit. */
export const UNKNOWN_COMMIT = 'unknown';

/** The commit that the running code was first deployed from; `undefined` outside Lambda, and for manually deployed code. */
export function readRelease(taskRoot: string | undefined): string | undefined {
  if (taskRoot === undefined) return undefined;
  try {
    return readFileSync(join(taskRoot, RELEASE_FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}

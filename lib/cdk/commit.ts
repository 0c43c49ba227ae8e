import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const UNKNOWN_COMMIT = 'unknown';

/**
 * The commit that a working copy is at, with `-dirty` at its end where it holds more than that; unknown where there is no
 * git, or where git knows the folder only as a part of something else.
 */
export async function readCommit(folder: string): Promise<string> {
  const git = async (...parameters: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', parameters, { cwd: folder });
    return stdout.trim();
  };
  try {
    const isWhole = (await git('rev-parse', '--show-prefix')) === '';
    if (!isWhole) return UNKNOWN_COMMIT;
    const [commit, changes] = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain')];
    return changes === '' ? commit : `${commit}-dirty`;
  } catch {
    return UNKNOWN_COMMIT;
  }
}

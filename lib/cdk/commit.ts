import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UNKNOWN_COMMIT } from '../../shared/lambda/release.ts';

/**
 * Reads the commit of a working copy, with `-dirty` at the end if there are uncommitted changes. Without git, or if the
 * folder is not the root of its repository, the commit is unknown.
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

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { PROJECT_FOLDER } from '../../lib/local/settings.ts';

const run = promisify(execFile);

/** The file with which the local server was made faster. Without `--before`, its parent commit is the build to compare with. */
const FIRST_FILE = 'lib/local/stream-file.ts';

/** The commit before this change of the local server, or the given one. */
export async function commitBefore(ref: string | undefined): Promise<string> {
  return ref === undefined
    ? git('log', '-1', '--diff-filter=A', '--format=%P', '--', FIRST_FILE)
    : git('rev-parse', '--verify', `${ref}^{commit}`);
}

/** Clones a commit of this repository into a folder and installs its packages. */
export async function installCommit(commit: string, folder: string): Promise<void> {
  await git('clone', '--quiet', PROJECT_FOLDER, folder);
  await git('-C', folder, 'checkout', '--quiet', '--detach', commit);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
}

async function git(...parameters: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...parameters], { cwd: PROJECT_FOLDER });
  return stdout.trim();
}

const manifestSchema = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });

/** The program and the parameters of `npm start` in a folder, which starts them with its own Node.js. */
export async function startCommand(folder: string): Promise<{ program: string; parameters: string[] }> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [node = '', ...parameters] = manifestSchema.parse(manifest).scripts.start.split(' ');
  return { program: join(folder, 'node_modules', '.bin', node), parameters };
}

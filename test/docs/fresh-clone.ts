import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const git = async (folder: string, ...parameters: string[]): Promise<string> =>
  (await promisify(execFile)('git', ['-C', folder, ...parameters])).stdout.trim();

/** What was not committed, and so is not in a clone; one path a line. */
export function uncommittedChanges(folder = PROJECT_FOLDER): Promise<string> {
  return git(folder, 'status', '--porcelain');
}

/** Clones the project as it was last committed, and gives the path of the clone. */
export async function cloneProject(into: string): Promise<string> {
  const folder = join(into, 'guard');
  await git(PROJECT_FOLDER, 'clone', '--quiet', '--no-hardlinks', '--', PROJECT_FOLDER, folder);
  const [head, cloned] = [
    await git(PROJECT_FOLDER, 'rev-parse', 'HEAD'),
    await git(folder, 'rev-parse', 'HEAD'),
  ];
  if (cloned !== head) await git(folder, 'checkout', '--quiet', head);
  return folder;
}

const NOT_OF_THE_USER = /^(npm_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|COLOR$|PORT$|GUARD_|DYNAMODB_ENDPOINT$)/;
const HOW_NPM_REACHES_ITS_REGISTRY = /^npm_config_(registry|cache|userconfig|cafile|.*proxy|strict_ssl)$/;

/**
 * The environment of somebody who has just opened a terminal: without Guard's settings, and without what `npm run` adds,
 * above all this project's own packages and its Node.js on the PATH.
 */
export function userEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => HOW_NPM_REACHES_ITS_REGISTRY.test(name) || !NOT_OF_THE_USER.test(name),
  );
  const path = (environment['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
}

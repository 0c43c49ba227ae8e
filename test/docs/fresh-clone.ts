import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const git = async (folder: string, ...parameters: string[]): Promise<string> =>
  (await promisify(execFile)('git', ['-C', folder, ...parameters])).stdout.trim();

/** Files with uncommitted changes, which a clone lacks; one path a line. */
export function uncommittedChanges(folder = PROJECT_FOLDER): Promise<string> {
  return git(folder, 'status', '--porcelain');
}

/** Clones the last commit of the project, and returns the path of the clone. */
export async function cloneProject(into: string): Promise<string> {
  const folder = join(into, 'guard');
  await git(PROJECT_FOLDER, 'clone', '--quiet', '--no-hardlinks', '--', PROJECT_FOLDER, folder);
  await git(folder, 'checkout', '--quiet', await git(PROJECT_FOLDER, 'rev-parse', 'HEAD'));
  return folder;
}

const NOT_OF_THE_USER = /^(npm_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|COLOR$|PORT$|GUARD_|DYNAMODB_ENDPOINT$)/;
const NPM_REGISTRY = /^npm_config_(registry|cache|userconfig|cafile|.*proxy|strict_ssl)$/;

/**
 * The environment of a newly opened terminal: without Guard's settings and without what `npm run` adds, above all this
 * project's packages and its Node.js on the PATH.
 */
export function userEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => NPM_REGISTRY.test(name) || !NOT_OF_THE_USER.test(name),
  );
  const path = (environment['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
}

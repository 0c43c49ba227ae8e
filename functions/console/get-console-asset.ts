import { CONSOLE_FILES } from '../../lib/console/build/built-console.ts';
import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getConsoleAssetRoute } from './get-console-asset.route.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: SCRIPT,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const WORKER = 'worker.js';

/** Its scope is the page of the console, outside the folder of this file. Browsers revalidate it: its name stays the same. */
function worker() {
  const file = CONSOLE_FILES.find(({ name }) => name === WORKER);
  if (!file) throw new ApiError('not_found');
  const headers = { 'Cache-Control': 'no-cache', 'Service-Worker-Allowed': '../../console' };
  return { body: file.text, headers: { 'Content-Type': SCRIPT, ...headers } };
}

/**
 * During a release, the page and this function may belong to different releases. The function then returns its own file instead
 * of one that the page itself loads, because without it the screen would be empty. No cache may store that file under the other
 * name. A part of another release would not fit: its page asks to be loaded again.
 */
export const createHandler = createEndpoint(getConsoleAssetRoute, ({ path: { asset } }) => {
  if (asset === WORKER) return worker();
  const [, kind = '', extension = ''] = /^(\w+)-\w+\.(\w+)$/.exec(asset) ?? [];
  const contentType = CONTENT_TYPES[extension];
  const file =
    CONSOLE_FILES.find(({ name }) => name === asset) ??
    CONSOLE_FILES.find(
      ({ name }) => kind === 'console' && name.startsWith('console-') && name.endsWith(`.${extension}`),
    );
  if (!file || !contentType) throw new ApiError('not_found');
  const uncached = file.name === asset ? {} : { 'Cache-Control': 'no-store' };
  return { body: file.text, headers: { 'Content-Type': contentType, ...uncached } };
});

export const handler = createHandler(lambdaRuntime);

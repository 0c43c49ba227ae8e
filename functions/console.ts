import * as z from 'zod/mini';
import type { ConsoleFile, ConsoleNames } from '../lib/console/build/build-console.ts';
import { consoleFiles, consoleNames } from '../lib/console/build/built-console.ts';
import { ApiError } from '../shared/base/errors.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { withoutSlash } from '../shared/http/redirect.ts';
import { defineRoute } from '../shared/http/route.ts';
import type { RuntimeSource } from '../shared/lambda/runtime.ts';
import { isMailOn } from '../shared/mail/mail-settings.ts';

/**
 * The HTML page of the console. It is the same for every stage, except that it says whether there is mail. All URLs are
 * relative to `/console`.
 */
const consolePage = (names: ConsoleNames, isMailOn: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Guard</title>
<link rel="icon" href="console/assets/${names.icon}">
<link rel="stylesheet" href="console/assets/${names.styles}">
<script type="module" src="console/assets/${names.script}"></script>
</head>
<body>
<div id="console"${isMailOn ? ' data-mail="on"' : ''}></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;

/**
 * The headers of the page. It may run, load and call nothing outside its own origin, except the live connection and pictures. The browser
 * never turns a text into a script, not even after a mistake in the page (Trusted Types): the only policy returns the URLs of
 * the workers.
 */
function consoleHeaders(liveUrl: string, pictureOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${pictureOrigin}`,
    // Pictures are uploaded to where they are loaded from.
    `connect-src 'self' ${new URL(liveUrl).origin} ${pictureOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    'Referrer-Policy': 'no-referrer',
  };
}

export const getConsoleRoute = defineRoute('console/get-console', {
  method: 'GET',
  path: '/console',
  answersHead: true,
  summary: 'Open the console',
  isDocumented: false,
  access: 'anyone',
  opensScreens: true,
  response: {
    description: 'The page of the console.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'no-cache',
  },
  // The Content-Security-Policy of the page names the live URL, to allow WebSocket connections to it. The page says whether
  // there is mail.
  settings: ['GUARD_LIVE_URL', 'GUARD_MAIL_FROM', 'GUARD_PICTURE_ORIGIN'],
});

const createPage = createEndpoint(getConsoleRoute, async (_, { settings }) => ({
  body: consolePage(await consoleNames(), isMailOn(settings)),
  headers: consoleHeaders(settings.liveUrl, settings.pictureOrigin),
}));

export const getConsoleHandler = (source: RuntimeSource) => withoutSlash(createPage(source));

/** Assets may be cached forever, because their names contain a hash of their contents. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

export const getConsoleAssetRoute = defineRoute('console/get-console-asset', {
  method: 'GET',
  path: '/console/assets/{asset}',
  answersHead: true,
  summary: 'Read a file of the console',
  isDocumented: false,
  access: 'anyone',
  opensScreens: true,
  request: {
    path: {
      asset: z.string().check(z.regex(/^((console|part)-[0-9A-Za-z]{8}\.(js|css|svg)|(worker|timer)\.js)$/)),
    },
  },
  response: {
    description: 'The file.',
    contentType: 'text/javascript; charset=utf-8',
    body: z.string(),
    cacheControl: CACHE_FOREVER,
  },
  errors: ['not_found'],
});

const SCRIPT = 'text/javascript; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: SCRIPT,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const WORKERS = ['worker.js', 'timer.js'];

/**
 * Serves a worker. The scope of the service worker is the page of the console, which is outside the folder of this file.
 * Browsers revalidate workers, because their names never change.
 */
function worker(files: readonly ConsoleFile[], asset: string) {
  const file = files.find(({ name }) => name === asset);
  if (!file) throw new ApiError('not_found');
  const headers = { 'Cache-Control': 'no-cache', 'Service-Worker-Allowed': '../../console' };
  return { body: file.text, headers: { 'Content-Type': SCRIPT, ...headers } };
}

/**
 * Serves the files of the console. During a release, the page may be of another release than this function, and ask for its
 * script or style by a name that this release lacks. The function then returns its own version, because otherwise the screen
 * would be empty. No cache may store that version under the other name. For a part that the page loads later, another
 * release's version would not fit, so the page asks to be loaded again.
 */
export const getConsoleAssetHandler = createEndpoint(getConsoleAssetRoute, async ({ path: { asset } }) => {
  const files = await consoleFiles();
  if (WORKERS.includes(asset)) return worker(files, asset);
  const [, kind = '', extension = ''] = /^(\w+)-\w+\.(\w+)$/.exec(asset) ?? [];
  const contentType = CONTENT_TYPES[extension];
  const file =
    files.find(({ name }) => name === asset) ??
    files.find(
      ({ name }) => kind === 'console' && name.startsWith('console-') && name.endsWith(`.${extension}`),
    );
  if (!file || !contentType) throw new ApiError('not_found');
  const uncached = file.name === asset ? {} : { 'Cache-Control': 'no-store' };
  return { body: file.text, headers: { 'Content-Type': contentType, ...uncached } };
});

import { CONSOLE_NAMES } from '../../lib/console/build/built-console.ts';

/** The page is the same for every stage, except for mail. All URLs are relative to `/console`. */
export const consolePage = (isMailOn: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Guard</title>
<link rel="icon" href="console/assets/${CONSOLE_NAMES.icon}">
<link rel="stylesheet" href="console/assets/${CONSOLE_NAMES.styles}">
<script type="module" src="console/assets/${CONSOLE_NAMES.script}"></script>
</head>
<body>
<div id="console"${isMailOn ? ' data-mail="on"' : ''}></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;

/**
 * The page runs, loads and calls nothing outside its own origin, except the live connection. The browser turns no text into a
 * script, not even after a mistake in the page (Trusted Types): the only policy returns the URL of the service worker.
 */
export function consoleHeaders(liveUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(liveUrl).origin}`,
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

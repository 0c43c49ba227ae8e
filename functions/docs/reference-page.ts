import { createHash } from 'node:crypto';
import { REFERENCE_SCRIPT, REFERENCE_STYLES } from './reference-assets.ts';
import { REFERENCE_SCRIPT_TEXT } from './reference-script.ts';

/**
 * Swagger UI does not style the background of the page, one text of the dark scheme, and small screens. The links are hidden
 * because no operation has any, and the copy button because there is no room for it.
 */
const STYLES = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; }
body { margin: 0; background: #fff; }
.dark-mode body { background: #1c2022; }
.dark-mode .swagger-ui td.header-col { color: inherit; }
.swagger-ui .response-col_links, .swagger-ui .opblock-summary .copy-to-clipboard { display: none; }
@media (max-width: 640px) {
  .swagger-ui .info { margin: 24px 0; }
  .swagger-ui .opblock-body .table-container, .swagger-ui .responses-inner { padding: 10px; overflow-x: auto; }
  .swagger-ui .opblock-tag small { display: none; }
  .swagger-ui .opblock .opblock-summary-path { font-size: 13px; max-width: none; }
  .swagger-ui .parameters-col_name { min-width: 8em; }
  .swagger-ui .parameters-col_description input, .swagger-ui select { max-width: 100%; }
}
`;

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='%2315803d' d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/></svg>";

/** The page is the same for every stage: all URLs are relative to `/docs/api`. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guard API reference</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="assets/${REFERENCE_STYLES.name}">
<style>${STYLES}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The document that it shows is <a href="api.json">api.json</a>.</noscript>
<script src="assets/${REFERENCE_SCRIPT.name}"></script>
<script>${REFERENCE_SCRIPT_TEXT}</script>
</body>
</html>
`;

/** The page runs, loads and calls nothing outside its own origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashSource(REFERENCE_SCRIPT_TEXT)}`,
  `style-src 'self' ${hashSource(STYLES)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const REFERENCE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
};

/** The source expression of a script or style by its hash (Content Security Policy Level 3, "hash-source"). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

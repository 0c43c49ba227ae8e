import { hash } from 'node:crypto';
import { escapeText } from './escape-text.ts';
import type { Outbox, SentItem } from './outbox.ts';
import { FAILURES } from './outbox-failures.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0 }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
  pre.command { font-family: monospace }
`;

export const OUTBOX_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page of the outbox. `url` is the local server's own. */
export function outboxPage({ items, failures }: Pick<Outbox, 'items' | 'failures'>, url: string): string {
  const none = '<p>Nothing was sent since the server started.</p>';
  const states = Object.entries(failures).map(([channel, failure]) => `<li>${channel}: ${failure}</li>`);
  const command = `curl -X PUT ${url}/outbox/failures -H 'Content-Type: application/json' -d '{"sms":"refused"}'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox of Guard</title>
<style>${STYLE}</style>
<h1>Outbox</h1>
<p>What Guard would have sent to people, oldest first. Nothing left this machine. Scripts read <a href="/outbox.json">/outbox.json</a>.</p>
<details>
<summary>Failing channels</summary>
<p>A channel can be made to fail: ${FAILURES.join(', ')}.</p>
<ul>${states.join('')}</ul>
<pre class="command">${escapeText(command)}</pre>
</details>
${items.map(article).join('\n') || none}
</html>
`;
}

function article({ channel, to, subject, text, link, at }: SentItem): string {
  const shown = link === undefined ? text : `${text}\n${link}`;
  return `<article>
<h2>${escapeText(subject ?? channel)}</h2>
<p>${escapeText(channel)} to ${escapeText(to)}, <time>${escapeText(at)}</time></p>
<pre>${linkUrls(shown)}</pre>
</article>`;
}

/** The text as HTML, with links to its URLs. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) =>
      place % 2 === 0 ? escapeText(part) : `<a href="${escapeText(part)}">${escapeText(part)}</a>`,
    )
    .join('');

import { hash } from 'node:crypto';
import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts';
import { escapeText } from './escape-text.ts';
import type { GatewayReply } from './gateway-reply.ts';

/** What would have left this machine for a person. */
export interface SentItem {
  readonly channel: 'email' | 'sms' | 'push';
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly at: string;
}

const MOST_ITEMS = 200;

/** The last messages to people, oldest first, in memory. */
export class Outbox {
  #items: readonly SentItem[] = [];

  get items(): readonly SentItem[] {
    return this.#items;
  }

  add(item: SentItem): void {
    this.#items = [...this.#items, item].slice(-MOST_ITEMS);
  }
}

/** The answer to `GET /outbox` and `GET /outbox.json`; `undefined` to everything else. */
export function outboxReply(
  outbox: Outbox | undefined,
  method: string | undefined,
  path: string,
): GatewayReply | undefined {
  if (!outbox || method !== 'GET') return undefined;
  if (path === '/outbox.json') return reply('application/json', JSON.stringify(outbox.items));
  if (path !== '/outbox') return undefined;
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return reply('text/html; charset=utf-8', page(outbox.items), { 'Content-Security-Policy': policy });
}

function reply(type: string, body: string, headers: Record<string, string> = {}): GatewayReply {
  return {
    status: 200,
    headers: { ...SECURITY_HEADERS, 'Referrer-Policy': 'no-referrer', 'Content-Type': type, ...headers },
    body,
  };
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0 }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
`;

function page(items: readonly SentItem[]): string {
  const none = '<p>Nothing was sent since the server started.</p>';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox of Guard</title>
<style>${STYLE}</style>
<h1>Outbox</h1>
<p>What Guard would have sent to people, oldest first. Nothing left this machine. Scripts read <a href="/outbox.json">/outbox.json</a>.</p>
${items.map(article).join('\n') || none}
</html>
`;
}

function article({ channel, to, subject, text, at }: SentItem): string {
  return `<article>
<h2>${escapeText(subject ?? channel)}</h2>
<p>${escapeText(channel)} to ${escapeText(to)}, <time>${escapeText(at)}</time></p>
<pre>${linkUrls(text)}</pre>
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

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { type ChannelKind, channelKindField } from '../../shared/notify/channel-kind.ts';
import { escapeText } from './escape-text.ts';
import type { GatewayReply } from './gateway-reply.ts';
import { readBody } from './request.ts';

/**
 * How a provider is made to fail: not at all; by refusing messages; or by ending the connection without an answer, so that
 * the result is unknown. A message that fails is not in the outbox.
 */
export const FAILURES = ['none', 'refused', 'no_answer'] as const;
export type Failure = (typeof FAILURES)[number];

export type Failures = Readonly<Record<ChannelKind, Failure>>;

const NO_FAILURES: Failures = { email: 'none', sms: 'none', push: 'none' };

/** Which channels to make fail, and how. Channels that are not named stay as they are. */
const failuresSchema = z.partialRecord(z.enum(channelKindField.options), z.enum(FAILURES));

/** A message to a person that would have left this machine. */
export interface SentItem {
  readonly channel: ChannelKind;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  /** The page that a tap on a push opens. */
  readonly link?: string;
  readonly at: string;
}

const MOST_ITEMS = 200;

/** Keeps the last messages to people in memory, oldest first, and which channels fail. */
export class Outbox {
  #items: readonly SentItem[] = [];
  #failures: Failures = NO_FAILURES;

  get items(): readonly SentItem[] {
    return this.#items;
  }

  get failures(): Failures {
    return this.#failures;
  }

  add(item: SentItem): void {
    this.#items = [...this.#items, item].slice(-MOST_ITEMS);
  }

  /** Makes channels fail, or work again. */
  fail(failures: Partial<Failures>): void {
    this.#failures = { ...this.#failures, ...failures };
  }
}

/** Answers the paths of the outbox; `undefined` for any other path. */
export async function outboxReply(
  outbox: Outbox | undefined,
  request: IncomingMessage,
  path: string,
): Promise<GatewayReply | undefined> {
  if (!outbox) return undefined;
  switch (`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`) {
    case 'GET /outbox.json':
      return json(200, outbox.items);
    case 'GET /outbox':
      return reply(200, 'text/html; charset=utf-8', outboxPage(outbox, urlOf(request)), {
        'Content-Security-Policy': OUTBOX_POLICY,
      });
    case 'GET /outbox/failures':
      return json(200, outbox.failures);
    case 'PUT /outbox/failures':
      return changeFailures(outbox, request);
    default:
      return undefined;
  }
}

const urlOf = ({ headers: { host = 'localhost' } }: IncomingMessage) => `http://${host}`;

/** Changes which channels fail. The content type makes a browser ask first, if a page of another origin sends the request. */
async function changeFailures(outbox: Outbox, request: IncomingMessage): Promise<GatewayReply> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return json(415, { message: 'Send it as Content-Type: application/json.' });
  }
  const given = failuresSchema.safeParse(parse((await readBody(request))?.toString() ?? ''));
  if (!given.success) return json(422, { message: z.prettifyError(given.error) });
  outbox.fail(given.data);
  return json(200, outbox.failures);
}

/** `undefined` if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const json = (status: number, body: unknown) => reply(status, 'application/json', JSON.stringify(body));

function reply(
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): GatewayReply {
  return {
    status,
    headers: { ...SECURITY_HEADERS, 'Referrer-Policy': 'no-referrer', 'Content-Type': type, ...headers },
    body,
  };
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0 }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
  pre.command { font-family: monospace }
`;

const OUTBOX_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Makes the page of the outbox. `url` is that of the local server. */
function outboxPage({ items, failures }: Pick<Outbox, 'items' | 'failures'>, url: string): string {
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

/** Writes a text as HTML in which URLs are links. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) =>
      place % 2 === 0 ? escapeText(part) : `<a href="${escapeText(part)}">${escapeText(part)}</a>`,
    )
    .join('');

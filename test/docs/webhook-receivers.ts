import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-accounts.ts';
import { freePort } from '../../lib/local/free-port.ts';
import { type Document, documentAt } from './documents.ts';
import { callApi, tokenOf } from './guard-api.ts';
import type { CodeBlock } from './markdown.ts';
import { isOpen } from './port.ts';
import { type CommandPlace, startCommand } from './running-command.ts';

const DOCUMENT = 'docs/webhooks.md';

/** The port that the document's receivers listen on. */
const RECEIVER_PORT = '4000';

/** How each language's receiver is run. */
const PROGRAMS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  js: ['npx node', 'receiver.mjs'],
  python: ['python3 -u', 'receiver.py'],
};

const LONGEST_START_MILLISECONDS = 20_000;

/** The programs of the document that listen for webhooks. Throws where a language that it had is gone. */
export function receivers(documents: readonly Document[]): CodeBlock[] {
  const { blocks } = documentAt(DOCUMENT, documents);
  const found = blocks.filter(({ language, text }) => language in PROGRAMS && text.includes(RECEIVER_PORT));
  const missing = Object.keys(PROGRAMS).filter((it) => found.every(({ language }) => language !== it));
  if (missing.length > 0) throw new Error(`${DOCUMENT} has no receiver in ${missing.join(', ')}.`);
  return found;
}

/**
 * Runs a receiver as it is shown, beside a running service that tells it of a test and of an alert. It must take both, say of the
 * alert that it came, and refuse what nobody has signed.
 */
export async function tryReceiver(
  { language, text }: CodeBlock,
  baseUrl: string,
  place: CommandPlace,
  signal: AbortSignal,
): Promise<void> {
  const [command = '', file = ''] = PROGRAMS[language] ?? [];
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const token = tokenOf(await callApi(baseUrl, 'POST /api/v1/auth/login', { json: MASTER }));
  const call = async <T>(request: string, shape: z.ZodType<T>, json?: unknown): Promise<T> => {
    const { status, text: answer } = await callApi(baseUrl, request, { token, json });
    if (status >= 300) throw new Error(`${request} was answered ${status}: ${answer}`);
    return shape.parse(JSON.parse(answer === '' ? 'null' : answer));
  };
  const webhook = await call('POST /api/v1/webhooks', issued, { url, events: ['alert.raised'] });
  const folder = join(place.folder, '.guard');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), text.replaceAll(RECEIVER_PORT, String(port)));
  const environment = { ...place.environment, SECRET: webhook.secret };
  const receiver = startCommand(`${command} .guard/${file}`, { ...place, environment });
  try {
    await untilOpen(port, signal);
    const test = await call(`POST /api/v1/webhooks/${webhook.id}/test`, delivery);
    if (test.status !== 'delivered') throw new Error(`A test came to this: ${JSON.stringify(test)}`);
    const sites = await call('GET /api/v1/sites?limit=1', page);
    const alert = {
      site_id: sites.data[0]?.id,
      type: 'panic',
      severity: 'critical',
      message: 'For receivers',
    };
    await call('POST /api/v1/alerts', created, alert);
    await receiver.printed('alert.raised', AbortSignal.any([signal, AbortSignal.timeout(10_000)]));
    const forged = await fetch(url, { method: 'POST', headers: FORGED, body: '{}' });
    if (forged.status !== 401) throw new Error(`What nobody has signed was answered ${forged.status}.`);
  } finally {
    receiver.kill();
    await call(`DELETE /api/v1/webhooks/${webhook.id}`, z.unknown());
  }
}

const MASTER = { email: 'master@acme.test', password: DEMO_PASSWORD };

const created = z.object({ id: z.string() });
const issued = z.object({ id: z.string(), secret: z.string() });
const delivery = z.object({
  status: z.string(),
  status_code: z.nullable(z.int()),
  error: z.nullable(z.string()),
});
const page = z.object({ data: z.array(created) });

/** A message of now, whose signature somebody made up. */
const FORGED = {
  'webhook-id': 'made-up',
  'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
  'webhook-signature': 'v1,bm90IHNpZ25lZA==',
};

async function untilOpen(port: number, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_START_MILLISECONDS)]);
  while (!(await isOpen(port))) {
    late.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

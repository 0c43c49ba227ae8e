import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { freePort } from '../../lib/local/free-port.ts';
import { signatureHeaders } from '../../shared/webhooks/signature.ts';
import { WEBHOOKS_DOCUMENT } from './commands.ts';
import { type Document, documentAt } from './documents.ts';
import { callApi } from './guard-api.ts';
import type { CodeBlock } from './markdown.ts';
import { isOpen, withPort } from './port.ts';
import { type CommandPlace, type RunningCommand, startCommand } from './running-command.ts';
import { openShell } from './shell-session.ts';

/** The port that the document's receivers listen on. */
const RECEIVER_PORT = '4000';

/** How each language's receiver is run. */
const PROGRAMS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  js: ['npx node', 'receiver.mjs'],
  python: ['python3', 'receiver.py'],
};

const LONGEST_START_MILLISECONDS = 20_000;
const LONGEST_PRINT_MILLISECONDS = 10_000;

/** A receiver of the document, and the commands around its start. */
export interface FirstTest {
  /** Makes a webhook and prints its secret. */
  readonly make: CodeBlock;
  readonly receiver: CodeBlock;
  /** Sends a test to the webhook. */
  readonly test: CodeBlock;
}

/** The document's first test, with each of its receivers. Throws where its commands or a language that it had are gone. */
export function firstTests(documents: readonly Document[]): FirstTest[] {
  const { blocks } = documentAt(WEBHOOKS_DOCUMENT, documents);
  const [make, test, ...others] = blocks.filter(({ language }) => language === 'sh');
  if (!make || !test || others.length > 0) throw new Error(`${WEBHOOKS_DOCUMENT} has other commands.`);
  const receivers = blocks.filter(
    ({ language, text }) => language in PROGRAMS && text.includes(RECEIVER_PORT),
  );
  const missing = Object.keys(PROGRAMS).filter((it) => receivers.every(({ language }) => language !== it));
  if (missing.length > 0) throw new Error(`${WEBHOOKS_DOCUMENT} has no receiver in ${missing.join(', ')}.`);
  return receivers.map((receiver) => ({ make, receiver, test }));
}

/**
 * Takes the first test as the document has it, beside a running service. The receiver must print the test, an alert and a message
 * that comes twice, each once, and refuse what nobody has signed.
 */
export async function tryReceiver(
  { make, receiver, test }: FirstTest,
  baseUrl: string,
  place: CommandPlace,
  signal: AbortSignal,
): Promise<void> {
  const [command = '', file = ''] = PROGRAMS[receiver.language] ?? [];
  const port = await freePort();
  const here = withPort(Number(new URL(baseUrl).port));
  const move = (text: string) => here(text).replaceAll(RECEIVER_PORT, String(port));
  const folder = join(place.folder, '.guard');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), move(receiver.text));
  const shell = openShell(place);
  const run = async (text: string) => {
    const { stdout, stderr, exitCode } = await shell.run(move(text), signal);
    if (exitCode !== 0 || stderr !== '') throw new Error(`${text}\nprinted: ${stdout}${stderr}`);
    return stdout.trim();
  };
  let program: RunningCommand | undefined;
  try {
    const secret = /^SECRET=(whsec_\S+)$/.exec(await run(make.text))?.[1];
    if (secret === undefined) throw new Error('The commands that make a webhook print no secret.');
    const environment = { ...place.environment, SECRET: secret };
    program = startCommand(`${command} .guard/${file}`, { ...place, environment });
    await untilOpen(port, signal);
    const tested = await run(test.text);
    if (!tested.includes('"status":"delivered"')) throw new Error(`The test came to this: ${tested}`);
    await raiseAlert(baseUrl, await run('echo "$TOKEN"'));
    await sendTwice(port, secret);
    await checkPrinted(program, signal);
    const forged = await post(port, '{}', FORGED);
    if (forged !== 401) throw new Error(`What nobody has signed was answered ${forged}.`);
  } finally {
    program?.kill();
    const [token, id] = [await run('echo "$TOKEN"'), await run('echo "$WEBHOOK_ID"')];
    shell.end();
    await callApi(baseUrl, `DELETE /api/v1/webhooks/${id}`, { token });
  }
}

const page = z.object({ data: z.array(z.object({ id: z.string() })) });

async function raiseAlert(baseUrl: string, token: string): Promise<void> {
  const sites = page.parse(JSON.parse((await callApi(baseUrl, 'GET /api/v1/sites?limit=1', { token })).text));
  const json = {
    site_id: sites.data[0]?.id,
    type: 'panic',
    severity: 'critical',
    message: 'For receivers',
  };
  const { status, text } = await callApi(baseUrl, 'POST /api/v1/alerts', { token, json });
  if (status !== 201) throw new Error(`No alert was raised: ${text}`);
}

/** Sends one message twice, and then another, so that all of the first is printed once the other is. */
async function sendTwice(port: number, secret: string): Promise<void> {
  for (const type of ['sent.twice', 'sent.twice', 'sent.last']) {
    const body = JSON.stringify({ type, data: {} });
    const message = { id: `msg_${type}`, timestamp: Math.floor(Date.now() / 1_000), body };
    const status = await post(port, body, signatureHeaders(message, [secret]));
    if (status !== 204) throw new Error(`${type} was answered ${status}.`);
  }
}

async function checkPrinted(program: RunningCommand, signal: AbortSignal): Promise<void> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_PRINT_MILLISECONDS)]);
  await program.printed('alert.raised', soon);
  const printed = await program.printed('sent.last', soon);
  const times = { 'webhook.test': 1, 'alert.raised': 1, 'sent.twice ': 1, undefined: 0 };
  for (const [text, expected] of Object.entries(times)) {
    const found = printed.split('\n').filter((line) => line.includes(text)).length;
    if (found !== expected) throw new Error(`"${text}" is in ${found} lines, not ${expected}:\n${printed}`);
  }
}

async function post(port: number, body: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(`http://localhost:${port}/`, { method: 'POST', headers, body })).status;
}

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

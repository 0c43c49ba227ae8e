import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../lib/local/engine.ts';
import { signatureHeaders } from '../../shared/webhooks/signature.ts';
import { type Document, documentAt } from './documents.ts';
import type { CodeBlock } from './markdown.ts';
import { isOpen } from './port.ts';
import { startCommand } from './running-command.ts';
import { openShell, type ShellPlace } from './shell.ts';

const DOCUMENT = 'docs/webhooks.md';

/** The port that the document's receivers listen on. */
const RECEIVER_PORT = '4000';

/** The command that runs the receiver of each language. */
const PROGRAMS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  js: ['npx node', 'receiver.mjs'],
  python: ['python3', 'receiver.py'],
};

/** A receiver of the document, and the commands around its start. */
export interface FirstTest {
  /** Creates a webhook and prints its secret. */
  readonly create: CodeBlock;
  readonly receiver: CodeBlock;
  /** Sends a test to the webhook. */
  readonly test: CodeBlock;
}

/** The document's first test, with each of its receivers. Throws if commands or a receiver are missing. */
export function readFirstTests(documents: readonly Document[]): FirstTest[] {
  const { blocks } = documentAt(DOCUMENT, documents);
  const [create, test, ...others] = blocks.filter(({ language }) => language === 'sh');
  if (!create || !test || others.length > 0) throw new Error(`${DOCUMENT} has other commands.`);
  return Object.keys(PROGRAMS).map((language) => {
    const receiver = blocks.find(
      (block) => block.language === language && block.text.includes(RECEIVER_PORT),
    );
    if (!receiver) throw new Error(`${DOCUMENT} has no receiver in ${language}.`);
    return { create, receiver, test };
  });
}

/**
 * Does the first test as the document shows it. The receiver must print the test and a message that comes twice once each,
 * and refuse a message with a wrong signature.
 */
export async function tryReceiver(
  { create, receiver, test }: FirstTest,
  place: ShellPlace,
  stateFolder: string,
  withServerPort: (text: string) => string,
): Promise<void> {
  const [command = '', file = ''] = PROGRAMS[receiver.language] ?? [];
  const port = await freePort();
  const here = (text: string) => withServerPort(text).replaceAll(RECEIVER_PORT, String(port));
  await mkdir(join(place.folder, '.guard'), { recursive: true });
  await writeFile(join(place.folder, '.guard', file), here(receiver.text));
  const shell = openShell(place, stateFolder);
  const { stdout: created, stderr } = await shell(here(create.text));
  const secret = /^SECRET=(whsec_\S+)$/m.exec(created)?.[1];
  if (secret === undefined) throw new Error(`The commands print no secret: ${created}${stderr}`);
  const environment = { ...place.environment, SECRET: secret };
  const program = startCommand(`${command} .guard/${file}`, { ...place, environment });
  try {
    while (!(await isOpen(port))) await delay(100, undefined, { signal: place.signal });
    const { stdout: tested } = await shell(here(test.text));
    if (!tested.includes('"status":"delivered"')) throw new Error(`The test answered: ${tested}`);
    // The last message shows that all earlier ones are printed.
    for (const type of ['sent.twice', 'sent.twice', 'sent.last']) await post(port, type, secret, 204);
    await post(port, 'forged', `whsec_${btoa('another secret')}`, 401);
    const printed = await program.printed('sent.last');
    for (const [text, times] of [
      ['webhook.test', 1],
      ['sent.twice', 1],
      ['forged', 0],
    ] as const) {
      const found = printed.split('\n').filter((line) => line.startsWith(text)).length;
      if (found !== times) throw new Error(`"${text}" is in ${found} lines, not ${times}:\n${printed}`);
    }
  } finally {
    program.kill();
    await shell('curl -s -X DELETE $BASE/api/v1/webhooks/$WEBHOOK_ID -H "Authorization: Bearer $TOKEN"');
  }
}

/** Sends a signed message to the receiver, and throws if it answers with another status. */
async function post(port: number, type: string, secret: string, expected: number): Promise<void> {
  const body = JSON.stringify({ type, data: {} });
  const message = { id: `msg_${type}`, timestamp: Math.floor(Date.now() / 1_000), body };
  const headers = signatureHeaders(message, [secret]);
  const { status } = await fetch(`http://localhost:${port}/`, { method: 'POST', headers, body });
  if (status !== expected) throw new Error(`The receiver answered ${status} to ${type}, not ${expected}.`);
}

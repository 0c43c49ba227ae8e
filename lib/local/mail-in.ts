import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMailbox } from '../../shared/mail-in/open-mailbox.ts';
import { mailMessage, nameMail, packMail, SMTP_PREFIX } from '../../shared/mail-in/stored-mail.ts';
import { folderStore } from '../../shared/pictures/picture-store.ts';
import type { Table } from '../../shared/table/table.ts';
import { type MailReceiver, startMailReceiver } from '../mail-receiver/mail-receiver.ts';
import { reasonOf } from './local-server-error.ts';

/** Where received mails wait. It outlives the server, unless the data is in memory. */
export interface MailFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function openMailFolder(dataFolder: string | undefined): Promise<MailFolder> {
  if (dataFolder !== undefined) return { folder: join(dataFolder, 'mail'), remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'guard-mail-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

interface MailInOptions {
  readonly table: Table;
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number;
  /** Sends a message to the queue of the function that carries mails out. */
  readonly send: (message: string) => void;
  readonly log: (line: string) => void;
}

/** Listens for mail, and has the mails carried out that waited when the server ended. Rejects if a port is taken. */
export async function startMailIn({
  table,
  folder,
  send,
  log,
  ...place
}: MailInOptions): Promise<MailReceiver> {
  const clock = () => new Date();
  const store = folderStore(folder);
  const receiver = await startMailReceiver({
    ...place,
    clock,
    name: 'localhost',
    isMailbox: (secretHash) => isMailbox(table, secretHash),
    store: async (envelope, bytes) => {
      const name = nameMail(clock(), randomBytes);
      await store.put(name, packMail(envelope, bytes), 'message/rfc822');
      send(mailMessage(name));
    },
    log: (message, error) => log(`${message} ${reasonOf(error)}`),
  });
  const waiting = await readdir(join(folder, SMTP_PREFIX)).catch(() => []);
  // What was not stored as a whole was not acknowledged.
  for (const name of waiting.filter((it) => !it.includes('.'))) send(mailMessage(SMTP_PREFIX + name));
  return receiver;
}

import passwordPrompt from '@inquirer/password';
import * as z from 'zod/mini';
import { passwordField } from '../../shared/accounts/user-contract.ts';
import { validate } from '../../shared/base/validation.ts';
import { AdminError, EXIT_CODES } from './admin-error.ts';

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** The maximum length of the input, longer than any valid password in any encoding. */
const MAXIMUM_BYTES = 4_096;

const passwordSchema = z.object({ password: passwordField });

/**
 * Prompts twice without echo on a terminal; otherwise reads stdin without its line end. Never reads an argument or the
 * environment, which other processes and the shell's history can see.
 */
export async function readNewPassword(terminal: Terminal, account: string): Promise<string> {
  const password = terminal.stdin.isTTY ? await askTwice(terminal, account) : await readAll(terminal.stdin);
  return validate(passwordSchema, { password }).password;
}

/** Prompts on stderr: stdout is for the output of the command only. */
async function askTwice({ stdin, stderr }: Terminal, account: string): Promise<string> {
  const ask = (message: string) =>
    passwordPrompt({ message, toggleMask: false }, { input: stdin, output: stderr });
  const password = await ask(`Password of ${account}:`);
  if ((await ask('Once more:')) === password) return password;
  throw new AdminError('The two passwords differ.', EXIT_CODES.wrongUsage);
}

async function readAll(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > MAXIMUM_BYTES) throw wrongInput('The password on stdin is too long.');
  }
  const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (password === '') throw wrongInput('There is no password on stdin.');
  if (/[\r\n]/.test(password)) throw wrongInput('There is more than one line on stdin.');
  return password;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrongInput('The password on stdin is not UTF-8.');
  }
}

function wrongInput(message: string): AdminError {
  return new AdminError(message, EXIT_CODES.wrongUsage);
}

import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readNewPassword } from '../../../../lib/admin/password.ts';

const PASSWORD = 'correct horse battery';

function pipe(bytes: string | Buffer) {
  const stdin = new PassThrough();
  stdin.end(bytes);
  return { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
}

const readFrom = (bytes: string | Buffer) => readNewPassword(pipe(bytes), 'ana@example.com');

test.each([
  ['as it is', PASSWORD],
  ['with the end of its line', `${PASSWORD}\n`],
  ['with the end of a line of Windows', `${PASSWORD}\r\n`],
])('The administration command reads a password on stdin %s', async (_, bytes) => {
  expect(await readFrom(bytes)).toBe(PASSWORD);
});

test('A password that the administration command reads on stdin keeps its spaces and accents', async () => {
  expect(await readFrom('  spaces and é \n')).toBe('  spaces and é ');
});

test.each([
  ['nothing', ''],
  ['an empty line', '\n'],
  ['two lines', `${PASSWORD}\n${PASSWORD}\n`],
  ['bytes that are not UTF-8', Buffer.from([...Buffer.from(PASSWORD), 0xff])],
  ['more than any password', 'x'.repeat(5_000)],
  ['too short a password', 'short\n'],
  ['too long a password', 'x'.repeat(129)],
])(
  'If stdin contains %s, the administration command fails with a one-line error that does not show the password',
  async (_, bytes) => {
    const error = await readFrom(bytes).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toMatch(/\n|correct|xxx|short\b/);
  },
);

/** Types a line after each prompt. */
async function type(...lines: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  stderr.end = () => stderr; // like the stderr of a process, which stays open
  const stdout = new PassThrough();
  let shown = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const answer = readNewPassword({ stdin, stdout, stderr }, 'ana@example.com').catch((error: Error) => error);
  for (const [place, line] of lines.entries()) {
    const question = place === 0 ? 'Password of ana@example.com' : 'Once more';
    while (!shown.includes(question)) await delay(1);
    stdin.write(`${line}\n`);
  }
  return { answer: await answer, shown, answered: stdout.read() };
}

test('On a terminal, the administration command asks twice for a password and does not show the typed password', async () => {
  const { answer, shown, answered } = await type(PASSWORD, PASSWORD);
  expect(answer).toBe(PASSWORD);
  expect(shown).not.toContain('correct');
  expect(shown).not.toContain('*');
  expect(answered).toBeNull();
});

test('The administration command fails if the two typed passwords differ', async () => {
  const { answer } = await type(PASSWORD, `${PASSWORD}!`);
  expect(answer).toMatchObject({ message: 'The two passwords differ.', exitCode: 2 });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, documentAt } from './documents.ts';
import type { Shell, ShellPlace } from './shell.ts';

const DEPLOY = 'docs/deploy.md';
const SETTINGS_FILE = 'lib/cdk/stage-settings.ts';

/** The settings of `prod` that the document shows for `STAGES`: the first ones, and those of its blocks. */
export function readSettings(documents: readonly Document[]): string[] {
  const { text, blocks } = documentAt(DEPLOY, documents);
  const [first = ''] = /(?<=`)alarmEmail: [^`]+(?=`)/.exec(text) ?? [];
  const settings = [`${first},`, ...blocks.filter(({ language }) => language === 'js').map((it) => it.text)];
  if (first === '' || settings.length < 4) throw new Error(`${DEPLOY} shows fewer settings than it did.`);
  return settings;
}

/** The commands of the document that synthesize, check and deploy, in order, without their comments. */
export function readCommands(documents: readonly Document[]): string[] {
  const { blocks } = documentAt(DEPLOY, documents);
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
  return lines
    .map((line) => line.replace(/\s+#.*/, ''))
    .filter((line) => /^npm run (synth|preflight|deploy)\b/.test(line));
}

/** Where a command ends that needs an account, if there is none. */
const ENDS: readonly (readonly [command: RegExp, exitCode: number, text: string])[] = [
  [/^npm run synth/, 0, 'Guard-'],
  [/^npm run preflight/, 2, 'There are no AWS credentials'],
  [/^npm run deploy/, 2, '--require-approval never'],
];

/** The environment of a place without AWS credentials. */
export const withoutCredentials = ({ environment, ...place }: ShellPlace): ShellPlace => ({
  ...place,
  environment: {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('AWS_'))),
    AWS_REGION: 'eu-central-1',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  },
});

/** Runs a command as far as it gets without an account. Throws if it ends elsewhere. */
export async function proveWithoutAccount(command: string, shell: Shell): Promise<void> {
  const { stdout, stderr, exitCode } = await shell(command);
  const [, expected, text = ''] = ENDS.find(([pattern]) => pattern.test(command)) ?? [];
  const printed = stdout + stderr;
  if (exitCode !== expected || !printed.includes(text))
    throw new Error(`It ended with ${exitCode}, not ${expected} and “${text}”:\n${printed}`);
}

/** Writes the settings into `prod` of a clone. Resolves to a function that takes them out again. */
export async function writeSettings(
  folder: string,
  settings: readonly string[],
): Promise<() => Promise<void>> {
  const file = join(folder, SETTINGS_FILE);
  const text = await readFile(file, 'utf8');
  const written = text.replace(/^ {2}prod: \{$/m, (line) => [line, ...settings].join('\n'));
  if (written === text) throw new Error(`${SETTINGS_FILE} has no place for the settings of prod.`);
  await writeFile(file, written);
  return () => writeFile(file, text);
}

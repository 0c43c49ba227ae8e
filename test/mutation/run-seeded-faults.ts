/**
 * Makes the mistakes of seeded-faults.ts in a copy of the checkout, one at a time, and sees whether the tests named there fail.
 *
 *     npx node test/mutation/run-seeded-faults.ts                    all of them, which takes about 15 minutes
 *     npx node test/mutation/run-seeded-faults.ts escalate lib/cdk   those in files with such a path
 *
 * First, the same tests must pass without a mistake; `--tests-pass` says that they have just done so. Prints what noticed each
 * mistake. Fails if one is missed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { SEEDED_FAULTS, type SeededFault } from './seeded-faults.ts';

/** Tests that have not ended by then have noticed nothing. */
const LONGEST_MS = 600_000;
const INSTALLED = ['node_modules', 'lib/client/node_modules'];

const SAYS_WHAT_FAILED = /\bFAIL\b|\w*Error:/;

const { values, positionals } = parseArgs({
  options: { 'tests-pass': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isTrusted = values['tests-pass'];

const copy = await copyCheckout();
try {
  process.exitCode = await playAll(chosenFaults(positionals));
} finally {
  await rm(copy, { recursive: true, force: true });
}

function chosenFaults(parts: readonly string[]): readonly SeededFault[] {
  if (parts.length === 0) return SEEDED_FAULTS;
  return SEEDED_FAULTS.filter(({ file }) => parts.some((part) => file.includes(part)));
}

/** The files of the checkout as they are now, committed or not. */
async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-seeded-faults-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((it) => it !== '')) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await cp(file, join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error; // deleted, and not yet committed
    });
  }
  for (const it of INSTALLED) await symlink(resolve(it), join(folder, it));
  return folder;
}

async function playAll(faults: readonly SeededFault[]): Promise<number> {
  for (const parameters of isTrusted ? [] : joinedCommands(faults)) {
    const failure = await failureOf(parameters);
    if (failure === undefined) continue;
    console.error(`Without a mistake: ${failure}`);
    return 1;
  }
  let found = 0;
  for (const fault of faults) {
    const failure = await play(fault);
    if (failure !== undefined) found += 1;
    console.log(`${failure === undefined ? 'MISSED' : 'found '} ${fault.file}: ${fault.find.trim()}`);
    console.log(`       ${failure ?? `vitest run ${fault.noticedBy.join(' ')}`}`);
  }
  console.log(`${found} of ${faults.length} mistakes found.`);
  return found === faults.length ? 0 : 1;
}

/** Few commands that run the tests of all faults: to start Vitest takes longer than most of these tests. */
function joinedCommands(faults: readonly SeededFault[]): string[][] {
  const commands = faults.map(({ noticedBy }) => {
    const { values, positionals } = parseArgs({
      args: [...noticedBy],
      options: { config: { type: 'string' }, testNamePattern: { type: 'string', short: 't' } },
      allowPositionals: true,
    });
    return { ...values, files: positionals };
  });
  const alike = Map.groupBy(
    commands,
    ({ config, testNamePattern }) => `${config} ${testNamePattern === undefined}`,
  );
  return [...alike.values()].map((group) => {
    const [config] = group.flatMap((it) => it.config ?? []);
    const names = group.flatMap((it) => it.testNamePattern ?? []);
    return [
      ...(config === undefined ? [] : ['--config', config]),
      ...(names.length > 0 ? ['-t', names.join('|')] : []),
      ...new Set(group.flatMap(({ files }) => files)),
    ];
  });
}

async function play({ file, find, replace, noticedBy }: SeededFault): Promise<string | undefined> {
  const path = join(copy, file);
  const right = await readFile(path, 'utf8');
  await writeFile(
    path,
    right.replace(find, () => replace),
  );
  try {
    return await failureOf(noticedBy, LONGEST_MS);
  } finally {
    await writeFile(path, right);
  }
}

/** What the tests say first that fails; `undefined` if all pass. */
async function failureOf(parameters: readonly string[], timeout?: number): Promise<string | undefined> {
  const child = spawn('vitest', ['run', '--bail', '1', '--reporter', 'dot', ...parameters], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code === 0 || child.killed) return undefined;
  const lines = stripVTControlCharacters(out + errors).split('\n');
  const said = lines.filter((line) => SAYS_WHAT_FAILED.test(line)).slice(0, 2);
  return said.map((line) => line.trim()).join('\n       ') || `exit code ${code}`;
}

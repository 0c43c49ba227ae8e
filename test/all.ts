/**
 * `npm run test:all` – runs all suites of test/suites.ts, as CI does. `npm run test:all -- browser engine` runs these only.
 * `npm run test:all -- --nightly` – the same for the nightly suites. Each writes its result to test/recorded-runs.json: commit that.
 * `node test/all.ts --needs [--nightly] [<suite> …]` – prints what .ci/run has to install, a word for each.
 *
 * The end says what each command took. It also compares the processor time with the recorded one, both divided by that of a
 * fixed calculation, so that machines compare. This only warns: a clock never fails a run.
 *
 * A command runs by itself as `npx <command>`, with arguments of its own: `npx vitest run --config test/browser/vitest.config.ts desk`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { type Outcome, runCommands } from './run-commands.ts';
import { suitesOf } from './suites.ts';

const RECORD = new URL('recorded-runs.json', import.meta.url);
const recordSchema = z.object({
  /** The processor time of all commands of a run on a quiet machine, in calibration loops. */
  processorTime: z.record(z.string(), z.number()),
  nightly: z.record(
    z.string(),
    z.object({
      date: z.iso.date(),
      commit: z.string(),
      result: z.enum(['passed', 'failed']),
      seconds: z.number(),
    }),
  ),
});

/** A run that takes more than the recorded processor time by this factor is reported. */
const WORTH_A_LOOK = 1.25;
const MILLISECONDS_PER_DAY = 86_400_000;

const options = process.argv.slice(2).filter((it) => it.startsWith('--'));
const names = process.argv.slice(2).filter((it) => !it.startsWith('--'));
const isNightly = options.includes('--nightly');
const suites = suitesOf(isNightly);
const unknown = names.filter((name) => !(name in suites));
if (unknown.length > 0)
  throw new Error(`Unknown suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
const chosen = Object.entries(suites).filter(([name]) => names.length === 0 || names.includes(name));

if (options.includes('--needs')) {
  for (const need of new Set(chosen.flatMap(([, { needs }]) => needs))) console.log(need);
} else {
  await runSuites();
}

async function runSuites(): Promise<void> {
  const secondsOfLoop = calibrate();
  const outcomes: Outcome[] = [];
  const run = async (isAlone: boolean, atATime: number) => {
    const commands = chosen.flatMap(([, it]) => ((it.isAlone ?? false) === isAlone ? it.commands : []));
    const isLive = atATime === 1;
    outcomes.push(...(await runCommands(commands, { atATime, isLive, isMeasured: true })));
  };
  await run(true, 1);
  // Each of these keeps about one processor busy, or waits.
  await run(false, 2);

  const lines = [
    ...table(outcomes, secondsOfLoop),
    ...comparison(outcomes, secondsOfLoop),
    ...(isNightly ? [] : nightlyAges()),
  ];
  console.log(`\n${lines.join('\n')}`);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, `\`\`\`\n${lines.join('\n')}\n\`\`\`\n`);
  if (isNightly) recordNight(outcomes);
  const failed = outcomes.filter(({ outcome }) => outcome !== 'done');
  for (const { command, outcome } of failed) console.error(`FAILED  ${command}: ${outcome}`);
}

/** Processor seconds of a fixed calculation: digests, JSON and sorting, as the tests do. */
function calibrate(): number {
  const began = process.cpuUsage();
  let text = 'guard';
  for (let round = 0; round < 4_000; round += 1) {
    const rows = Array.from({ length: 100 }, (_, place) => ({
      place,
      digest: createHash('sha256').update(`${text}${place}`).digest('hex'),
    }));
    rows.sort((a, b) => a.digest.localeCompare(b.digest));
    text = JSON.parse(JSON.stringify(rows))[0].digest;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000_000;
}

function testsIn({ output }: Outcome): number | undefined {
  const counts = [...stripVTControlCharacters(output).matchAll(/^ *Tests .*?(\d+) passed/gm)];
  return counts.length === 0 ? undefined : counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function table(outcomes: readonly Outcome[], secondsOfLoop: number): string[] {
  const row = (...cells: unknown[]) =>
    cells.map((cell, place) => (place === 4 ? String(cell) : String(cell ?? '–').padStart(9))).join('  ');
  return [
    row('seconds', 'processor', 'loops', 'tests', 'command'),
    ...outcomes.map((it) =>
      row(
        Math.round(it.seconds),
        it.processorSeconds?.toFixed(0),
        loopsOf([it], secondsOfLoop)?.toFixed(0),
        testsIn(it),
        it.outcome === 'done' ? it.command : `${it.command}  FAILED`,
      ),
    ),
    `A calibration loop took ${secondsOfLoop.toFixed(2)} s of processor time.`,
  ];
}

function loopsOf(outcomes: readonly Outcome[], secondsOfLoop: number): number | undefined {
  const seconds = outcomes.map(({ processorSeconds }) => processorSeconds);
  if (seconds.includes(undefined)) return undefined;
  return seconds.reduce<number>((sum, it) => sum + (it ?? 0), 0) / secondsOfLoop;
}

/** Says which of the recorded processor times this run exceeded. */
function comparison(outcomes: readonly Outcome[], secondsOfLoop: number): string[] {
  const { processorTime } = readRecord();
  return Object.entries(processorTime).flatMap(([name, recorded]) => {
    const its = name === '.ci/run' ? outcomes : outcomes.filter(({ command }) => command === name);
    if (its.length === 0 || (name === '.ci/run' && (isNightly || names.length > 0))) return [];
    const loops = loopsOf(its, secondsOfLoop);
    if (loops === undefined) return [];
    const says = `${name}: ${loops.toFixed(0)} calibration loops of processor time; recorded are ${recorded}.`;
    return [loops > recorded * WORTH_A_LOOK ? `SLOWER  ${says} See docs/CONTRIBUTING.md, "Budgets".` : says];
  });
}

function readRecord(): z.infer<typeof recordSchema> {
  return recordSchema.parse(JSON.parse(readFileSync(RECORD, 'utf8')));
}

/** Whether a nightly suite still passes is known only as of its last run. */
function nightlyAges(): string[] {
  const { nightly } = readRecord();
  return Object.keys(suitesOf(true)).map((name) => {
    const last = nightly[name];
    if (!last) return `nightly ${name}: never recorded`;
    const days = Math.floor((Date.now() - Date.parse(last.date)) / MILLISECONDS_PER_DAY);
    return `nightly ${name}: ${last.result} ${days} days ago, at ${last.commit}`;
  });
}

function recordNight(outcomes: readonly Outcome[]): void {
  const record = readRecord();
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  for (const [name, { commands }] of chosen) {
    const its = outcomes.filter(({ command }) => commands.some((it) => it === command));
    record.nightly[name] = {
      date: new Date().toISOString().slice(0, 10),
      commit,
      result:
        its.length === commands.length && its.every(({ outcome }) => outcome === 'done')
          ? 'passed'
          : 'failed',
      seconds: Math.round(its.reduce((sum, { seconds }) => sum + seconds, 0)),
    };
  }
  writeFileSync(RECORD, `${JSON.stringify(record, undefined, 2)}\n`);
}

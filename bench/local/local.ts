import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_FOLDER } from '../../lib/local/settings.ts';
import { spreadOf } from '../percentile.ts';
import { printTable } from '../print-table.ts';
import { takeTurns } from '../turns.ts';
import { commitBefore, installCommit } from './builds.ts';
import { Load } from './load.ts';
import { type RunningBuild, startBuild } from './running-build.ts';

/**
 * Compares `npm start` of this working copy with that of an earlier commit, which it clones and installs in a temporary
 * folder: requests a second, eight at a time, and the memory of server and engine. The two take turns.
 *
 *     --before <commit>   by default the one before the local server was made faster
 *     --rounds 2          rounds of two turns each, fresh and aged
 *     --age 10000         requests that age a server, each with a write
 *
 * Fails below a goal.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    age: { type: 'string', default: '10000' },
  },
});
const [rounds, age] = [wholeNumber('rounds', values.rounds), wholeNumber('age', values.age)];

/** How many times as many requests a second as the earlier build. */
const GOALS = { lists: 2, acknowledgements: 3 } as const;

/** The most MB of server and engine, after the start and after 20,000 requests. */
const MEMORY_LIMITS = { start: 250, used: 350 } as const;
const USED_REQUESTS = 20_000;

/** Before they are counted, requests warm a server up. */
const LISTS = { warmUps: 300, counted: 800 } as const;
const ALERTS = { warmUps: 80, counted: 250 } as const;

type Build = 'before' | 'now';
type Kind = keyof typeof GOALS;

/** Requests a second, and processor time of server and engine for each of them. */
interface Pace {
  readonly rate: number;
  readonly processorMs: number;
}

type Paces = Readonly<Record<Kind, Pace>>;

const temporary = await mkdtemp(join(tmpdir(), 'guard-bench-'));
await mkdir(join(PROJECT_FOLDER, '.guard'), { recursive: true });
const ownData = await mkdtemp(join(PROJECT_FOLDER, '.guard', 'bench-'));
const folders: Readonly<Record<Build, string>> = { before: join(temporary, 'before'), now: PROJECT_FOLDER };
const faults: string[] = [];
let started = 0;

try {
  const commit = await commitBefore(values.before);
  console.log(`Installing ${commit} in ${temporary}`);
  await installCommit(commit, folders.before);
  report('Fresh', await measure(freshTurn));
  await measureAged();
} finally {
  await rm(temporary, { recursive: true });
  await rm(ownData, { recursive: true });
}
for (const fault of faults) console.error(`Below its goal: ${fault}`);
if (faults.length > 0) process.exitCode = 1;

/** Starts a build with empty data, on the disk that `npm start` uses. */
function startFresh(build: Build): Promise<RunningBuild> {
  started += 1;
  const base = build === 'now' ? ownData : join(folders.before, '.guard');
  return startBuild(folders[build], join(base, `data-${started}`));
}

async function freshTurn(build: Build): Promise<Paces> {
  const server = await startFresh(build);
  const load = await Load.signIn(server.url);
  const paces = await measurePaces(server, load);
  load.close();
  await server.stop();
  return paces;
}

async function measurePaces(server: RunningBuild, load: Load): Promise<Paces> {
  await load.list(LISTS.warmUps);
  await load.acknowledge(await load.raise(ALERTS.warmUps));
  const lists = await measurePace(server, LISTS.counted, () => load.list(LISTS.counted));
  const ids = await load.raise(ALERTS.counted);
  return { lists, acknowledgements: await measurePace(server, ids.length, () => load.acknowledge(ids)) };
}

async function measurePace(
  server: RunningBuild,
  requests: number,
  run: () => Promise<number>,
): Promise<Pace> {
  const before = await server.taken();
  const rate = await run();
  const after = await server.taken();
  return { rate, processorMs: (after.processorMs - before.processorMs) / requests };
}

async function measure(takeTurn: (build: Build) => Promise<Paces>): Promise<Record<Build, Paces[]>> {
  const turns: Record<Build, Paces[]> = { before: [], now: [] };
  for (let round = 0; round < rounds; round += 1) {
    const measured = await takeTurns(['before', 'now'], takeTurn);
    for (const build of ['before', 'now'] as const) turns[build].push(...measured[build]);
  }
  return turns;
}

async function measureAged(): Promise<void> {
  const servers = { before: await startFresh('before'), now: await startFresh('now') };
  const memoryAtStart = { before: await memoryOf(servers.before), now: await memoryOf(servers.now) };
  const loads = { before: await Load.signIn(servers.before.url), now: await Load.signIn(servers.now.url) };
  for (const build of ['before', 'now'] as const) await loads[build].list(age);
  report(`After ${age} requests`, await measure((build) => measurePaces(servers[build], loads[build])));
  await loads.now.list(Math.max(0, USED_REQUESTS - age));
  const used = await memoryOf(servers.now);
  printTable('Memory of server and engine, MB', [
    { when: 'after the start', ...memoryAtStart },
    { when: `after ${USED_REQUESTS} requests`, before: '–', now: used },
  ]);
  judgeMemory('after the start', memoryAtStart.now, MEMORY_LIMITS.start);
  judgeMemory(`after ${USED_REQUESTS} requests`, used, MEMORY_LIMITS.used);
  for (const build of ['before', 'now'] as const) {
    loads[build].close();
    await servers[build].stop();
  }
}

async function memoryOf(server: RunningBuild): Promise<number> {
  return (await server.taken()).megabytes;
}

function judgeMemory(when: string, megabytes: number, limit: number): void {
  if (megabytes > limit) faults.push(`memory ${when}, ${megabytes} MB and not ${limit}`);
}

/** Prints the medians of the turns, and the ratio of the medians. */
function report(title: string, turns: Readonly<Record<Build, readonly Paces[]>>): void {
  const rows = (Object.keys(GOALS) as Kind[]).map((kind) => {
    const median = (build: Build, value: keyof Pace) =>
      spreadOf(turns[build].map((paces) => paces[kind][value])).median;
    const ratio = median('now', 'rate') / median('before', 'rate');
    if (ratio < GOALS[kind])
      faults.push(`${title}, ${kind}: ${ratio.toFixed(2)} times and not ${GOALS[kind]}`);
    return {
      requests: kind,
      before: median('before', 'rate').toFixed(0),
      now: median('now', 'rate').toFixed(0),
      times: ratio.toFixed(2),
      goal: GOALS[kind].toFixed(1),
      'before, processor ms': median('before', 'processorMs').toFixed(2),
      'now, processor ms': median('now', 'processorMs').toFixed(2),
    };
  });
  printTable(`${title}, requests a second`, rows);
}

function wholeNumber(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  console.error(`--${name} must be a whole number from 1, not ${text}`);
  process.exit(2);
}

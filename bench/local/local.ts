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

const [LISTS, ALERTS, WARM_UPS] = [400, 200, 50];

type Build = 'before' | 'now';
type Kind = keyof typeof GOALS;
type Rates = Readonly<Record<Kind, number>>;

const temporary = await mkdtemp(join(tmpdir(), 'guard-bench-'));
await mkdir(join(PROJECT_FOLDER, '.guard'), { recursive: true });
const ownData = await mkdtemp(join(PROJECT_FOLDER, '.guard', 'bench-'));
const folders: Readonly<Record<Build, string>> = { before: join(temporary, 'before'), now: PROJECT_FOLDER };
const faults: string[] = [];

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

let started = 0;

/** Starts a build with empty data, on the disk that `npm start` uses. */
function startFresh(build: Build): Promise<RunningBuild> {
  started += 1;
  const base = build === 'now' ? ownData : join(folders.before, '.guard');
  return startBuild(folders[build], join(base, `data-${started}`));
}

async function freshTurn(build: Build): Promise<Rates> {
  const server = await startFresh(build);
  const load = await Load.signIn(server.url);
  const rates = await measureRates(load);
  load.close();
  await server.stop();
  return rates;
}

async function measureRates(load: Load): Promise<Rates> {
  await load.list(WARM_UPS);
  await load.acknowledge(await load.raise(WARM_UPS));
  const lists = await load.list(LISTS);
  return { lists, acknowledgements: await load.acknowledge(await load.raise(ALERTS)) };
}

async function measure(takeTurn: (build: Build) => Promise<Rates>): Promise<Record<Build, Rates[]>> {
  const turns: Record<Build, Rates[]> = { before: [], now: [] };
  for (let round = 0; round < rounds; round += 1) {
    const round = await takeTurns(['before', 'now'], takeTurn);
    for (const build of ['before', 'now'] as const) turns[build].push(...round[build]);
  }
  return turns;
}

async function measureAged(): Promise<void> {
  const servers = { before: await startFresh('before'), now: await startFresh('now') };
  const memoryAtStart = { before: await servers.before.memory(), now: await servers.now.memory() };
  const loads = { before: await Load.signIn(servers.before.url), now: await Load.signIn(servers.now.url) };
  for (const build of ['before', 'now'] as const) await loads[build].list(age);
  report(`After ${age} requests`, await measure((build) => measureRates(loads[build])));
  await loads.now.list(Math.max(0, USED_REQUESTS - age));
  const used = await servers.now.memory();
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

function judgeMemory(when: string, megabytes: number, limit: number): void {
  if (megabytes > limit) faults.push(`memory ${when}, ${megabytes} MB and not ${limit}`);
}

/** Prints the medians of the turns, and the ratio of the medians. */
function report(title: string, turns: Readonly<Record<Build, readonly Rates[]>>): void {
  const rows = (Object.keys(GOALS) as Kind[]).map((kind) => {
    const median = (build: Build) => spreadOf(turns[build].map((rates) => rates[kind])).median;
    const ratio = median('now') / median('before');
    if (ratio < GOALS[kind])
      faults.push(`${title}, ${kind}: ${ratio.toFixed(2)} times and not ${GOALS[kind]}`);
    return {
      requests: kind,
      before: median('before').toFixed(0),
      now: median('now').toFixed(0),
      times: ratio.toFixed(2),
      goal: GOALS[kind].toFixed(1),
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

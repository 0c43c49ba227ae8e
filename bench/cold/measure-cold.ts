import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { functionSources } from '../../functions/sources.ts';
import { bundleFunctions } from '../../lib/cdk/functions/bundle.ts';
import { type FunctionCase, functionCases } from '../deployed/function-cases.ts';
import { type Ground, openGround } from '../deployed/ground.ts';
import { isSuccess } from '../deployed/is-success.ts';
import { seededRandom } from '../random.ts';
import { addRounds, type Comparison, compare, meanOf, type Spent, takeTurns } from '../turns.ts';
import type { Start } from './host.ts';

/** The start of a function compared to one that imports only the document client. */
export interface ColdFigure {
  readonly function: string;
  readonly import: Comparison;
  readonly first: Comparison;
  readonly both: Comparison;
}

/** The function that others are compared with. */
const EMPTY_CLIENT = 'empty-client';
const HOST = 'host';

/** Starts each function `starts` times in fresh processes, alternating with the empty client. */
export async function measureCold(starts: number): Promise<ColdFigure[]> {
  const ground = await openGround();
  try {
    const now = new Date();
    const { acknowledgeAsOperator: _, ...cases } = await functionCases(
      ground.table,
      seededRandom(now.toISOString()),
      now,
    );
    return await startAll(ground, Object.values(cases), starts);
  } finally {
    await ground.close();
  }
}

async function startAll(
  ground: Ground,
  cases: readonly FunctionCase[],
  starts: number,
): Promise<ColdFigure[]> {
  const named = new Map(cases.map((it) => [it.function, it]));
  const names = [EMPTY_CLIENT, ...named.keys()];
  await bundleAll(ground.folder, names);
  const rounds = new Map(names.map((name) => [name, { import: [] as Spent[], first: [] as Spent[] }]));
  // A round starts each function twice. The first start fills the disk caches.
  for (let round = -1; round < starts / 2; round++) {
    const turns = await takeTurns(names, (name) => start(ground, name, named.get(name)));
    if (round < 0) continue;
    for (const [name, lists] of rounds) {
      lists.import.push(meanOf((turns[name] ?? []).map((it) => it.import)));
      lists.first.push(meanOf((turns[name] ?? []).map((it) => it.first)));
    }
  }
  const empty = rounds.get(EMPTY_CLIENT) ?? { import: [], first: [] };
  return [...rounds].map(([name, lists]) => ({
    function: name,
    import: compare(lists.import, empty.import),
    first: compare(lists.first, empty.first),
    both: compare(addRounds(lists.import, lists.first), addRounds(empty.import, empty.first)),
  }));
}

/** Bundles the functions as deployed, the empty client with plain esbuild, and the host. */
async function bundleAll(folder: string, names: readonly string[]): Promise<void> {
  const host = { name: HOST, entry: './bench/cold/host.ts', hashesPasswords: false, files: [] };
  const functions = await bundleFunctions(folder, [
    host,
    ...functionSources().filter(({ name }) => names.includes(name)),
  ]);
  for (const hashing of functions.filter(({ hashesPasswords }) => hashesPasswords)) {
    await mkdir(join(hashing.folder, 'node_modules'));
    await symlink(ADDON_FOLDER, join(hashing.folder, 'node_modules', '@node-rs'));
  }
  await build({
    entryPoints: [fileURLToPath(new URL('./empty-client.ts', import.meta.url))],
    outfile: join(folder, EMPTY_CLIENT, 'index.mjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
  });
}

const ADDON_FOLDER = fileURLToPath(new URL('../../node_modules/@node-rs', import.meta.url));

async function start(ground: Ground, name: string, functionCase: FunctionCase | undefined): Promise<Start> {
  const { events, prepare } = functionCase?.newBlock() ?? { events: [{}], prepare: async () => {} };
  await prepare();
  const eventFile = join(ground.folder, 'event.json');
  await writeFile(eventFile, JSON.stringify(events[0]));
  const folder = join(ground.folder, name);
  const reads = functionCase?.reads ?? ['TABLE_NAME'];
  const child = spawn(process.execPath, [join(ground.folder, HOST, 'index.mjs'), folder, eventFile], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...ground.environmentOf({ name, folder, reads }), _X_AMZN_TRACE_ID: TRACE },
  });
  const [report] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  const started = JSON.parse(report) as Start;
  if (!isSuccess(started.answer)) throw new Error(`${name} failed: ${JSON.stringify(started.answer)}`);
  return started;
}

/** A tracing header (AWS, "AWS X-Ray concepts"). */
const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

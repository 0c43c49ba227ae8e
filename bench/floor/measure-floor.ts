import { fileURLToPath } from 'node:url';
import { getItem } from '../../shared/table/get-item.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { seededRandom } from '../random.ts';
import { type Arena, CONTESTANTS, type ContestantName, openArena } from './arena.ts';
import { type FloorCase, floorCases } from './cases.ts';
import { checkSame, checkSameLine, observe } from './check-floor.ts';
import type { Contestant } from './contestant.ts';
import type { Spent } from './host.ts';
import type { TableCall } from './table-call.ts';
import { addSpent, type Comparison, compare, runRound } from './turns.ts';

/** What a request costs Guard, beside what it costs each of the floors. */
export interface FloorFigure {
  readonly request: string;
  readonly silent: Comparison;
  readonly logging: Comparison;
}

export interface FloorOptions {
  readonly rounds: number;
  /** Where each process writes a profile of its processor time; nowhere if not given. */
  readonly profileFolder?: string | undefined;
}

/** After so many the code that runs again and again is compiled. */
const WARM_UP_ROUNDS = 6;

/** Checks that the floor does what Guard does, and then measures both in turns. */
export async function measureFloor({ rounds, profileFolder }: FloorOptions): Promise<FloorFigure[]> {
  const arena = await openArena();
  try {
    const now = new Date();
    const cases = await floorCases(arena.table, seededRandom(now.toISOString()), now);
    for (const floorCase of cases) await checkCase(arena, floorCase, now);
    const spent = await runCases(arena, cases, { rounds, profileFolder });
    return figuresOf(cases, spent);
  } finally {
    await arena.close();
  }
}

const FIXED_WORLD = fileURLToPath(new URL('./fixed-world.ts', import.meta.url));

/** Has Guard and both floors answer the same request in processes that live in the same instant. */
async function checkCase(arena: Arena, floorCase: FloorCase, now: Date): Promise<void> {
  const calls: TableCall[] = [];
  const proxy = await startCountingProxy({
    endpoint: arena.engine.endpoint,
    holdMilliseconds: 0,
    onRequest: (operation, request) => calls.push({ operation, request }),
  });
  const observation = {
    proxy,
    takeCalls: () => calls.splice(0),
    readItem: (key: { pk: string; sk: string }) => getItem(arena.table, key),
  };
  const block = floorCase.newBlock();
  const run = async (name: ContestantName) => {
    const contestant = await arena.start(floorCase, name, {
      dynamodbEndpoint: proxy.url,
      environment: { FIXED_AT: String(now.getTime()) },
      nodeOptions: ['--import', FIXED_WORLD],
      keepsOutput: true,
    });
    const outcome = await observe(contestant, block, observation).catch(async (error: unknown) => {
      await contestant.stop();
      throw error;
    });
    return { outcome, output: await contestant.stop() };
  };
  try {
    const guard = await run('guard');
    const silent = await run('floor');
    const logging = await run('logging floor');
    checkSame(floorCase.name, guard.outcome, silent.outcome);
    checkSame(floorCase.name, guard.outcome, logging.outcome);
    checkSameLine(floorCase.name, guard.output, logging.output);
  } finally {
    await proxy.stop();
  }
}

type SpentInRounds = ReadonlyMap<FloorCase, Readonly<Record<ContestantName, readonly Spent[]>>>;

async function runCases(
  arena: Arena,
  cases: readonly FloorCase[],
  { rounds, profileFolder }: FloorOptions,
): Promise<SpentInRounds> {
  const processes = new Map<string, Contestant>();
  const nameOf = (floorCase: FloorCase, name: ContestantName) => `${floorCase.name}, ${name}`;
  try {
    for (const floorCase of cases) {
      for (const name of CONTESTANTS) {
        const nodeOptions = profileFolder ? profileOptions(profileFolder, nameOf(floorCase, name)) : [];
        processes.set(nameOf(floorCase, name), await arena.start(floorCase, name, { nodeOptions }));
      }
    }
    const takeTurn = async (floorCase: FloorCase, name: ContestantName): Promise<Spent> => {
      const { events, prepare } = floorCase.newBlock();
      await prepare();
      const contestant = processes.get(nameOf(floorCase, name));
      if (!contestant) throw new Error(`No process of ${nameOf(floorCase, name)}`);
      return contestant.run(events);
    };
    const spent = new Map(
      cases.map((it) => [it, { guard: [] as Spent[], floor: [] as Spent[], 'logging floor': [] as Spent[] }]),
    );
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (const [floorCase, lists] of spent) {
        const taken = await runRound(CONTESTANTS, (name) => takeTurn(floorCase, name));
        if (round < 0) continue;
        for (const name of CONTESTANTS) lists[name].push(taken[name]);
      }
    }
    return spent;
  } finally {
    await Promise.all([...processes.values()].map((contestant) => contestant.stop()));
  }
}

function profileOptions(folder: string, name: string): string[] {
  return [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-name=${name.replaceAll(/\W+/g, '-')}.cpuprofile`,
  ];
}

/** The request of a list is two invocations: the authorizer's is added, round by round. */
function figuresOf(cases: readonly FloorCase[], spent: SpentInRounds): FloorFigure[] {
  const of = (functionName: FloorCase['function'], name: ContestantName): readonly Spent[] => {
    const floorCase = cases.find((it) => it.function === functionName);
    return (floorCase && spent.get(floorCase)?.[name]) ?? [];
  };
  const whole = (name: ContestantName) =>
    of('authorizer', name).map((authorizer, round) => {
      const list = of('list-alerts', name)[round];
      return list ? addSpent(authorizer, list) : authorizer;
    });
  const figure = (request: string, spentBy: (name: ContestantName) => readonly Spent[]): FloorFigure => ({
    request,
    silent: compare(spentBy('guard'), spentBy('floor')),
    logging: compare(spentBy('guard'), spentBy('logging floor')),
  });
  return [
    ...cases.map((it) => figure(it.name, (name) => spent.get(it)?.[name] ?? [])),
    figure('authorizer + list of a tenant', whole),
  ];
}

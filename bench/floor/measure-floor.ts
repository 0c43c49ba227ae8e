import { fileURLToPath } from 'node:url';
import { getItem } from '../../shared/table/reads.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { type FunctionCase, type FunctionCases, functionCases } from '../deployed/function-cases.ts';
import { type Ground, openGround } from '../deployed/ground.ts';
import { seededRandom } from '../random.ts';
import { addRounds, type Comparison, compare, meanOf, type Spent, takeTurns } from '../turns.ts';
import { CONTESTANTS, type ContestantName, openArena, type StartContestant } from './arena.ts';
import { checkSame, checkSameLine, observe } from './check-floor.ts';
import type { Contestant } from './contestant.ts';
import type { TableCall } from './table-call.ts';

export type JudgedRequest = 'list' | 'acknowledge';

/** The cost of a request in Guard and in each measured floor. */
export interface FloorFigure {
  readonly request: string;
  /** The goal of this figure, if any. */
  readonly judged?: JudgedRequest;
  readonly silent: Comparison;
  readonly logging?: Comparison;
}

export interface FloorOptions {
  readonly rounds: number;
  /** The folder in which each process writes a CPU profile, if given. */
  readonly profileFolder?: string | undefined;
  /** Whether to measure the logging floor in addition to the silent one. */
  readonly withLoggingFloor?: boolean;
  /**
   * Decides after the rounds whether to measure as many again, at most five times. Each time in new processes, because what
   * the compiler makes of the same code differs between processes by some percent.
   */
  readonly isDoubtful?: (figures: readonly FloorFigure[]) => boolean;
}

const MOST_BATCHES = 6;

/** The number of invocations of each function until its hot code is compiled. */
const WARM_UP_ROUNDS = 20;

/** Checks that the floor behaves as Guard does, and then measures both alternately. */
export async function measureFloor(options: FloorOptions): Promise<FloorFigure[]> {
  const ground = await openGround();
  try {
    const start = await openArena(ground);
    const now = new Date();
    const random = seededRandom(now.toISOString());
    const { login: _, ...cases } = await functionCases(ground.table, random, now);
    // Each uses a different byte, because the engine identifies transactions by their random tokens.
    for (const [byte, functionCase] of Object.values(cases).entries()) {
      await checkCase(ground, start, functionCase, { now, byte: byte + 1 });
    }
    return options.rounds === 0 ? [] : await runCases(start, cases, options);
  } finally {
    await ground.close();
  }
}

const FIXED_WORLD = fileURLToPath(new URL('./fixed-world.ts', import.meta.url));

/** Runs the same request in Guard and both floors, in processes with the same fixed time. */
async function checkCase(
  ground: Ground,
  start: StartContestant,
  functionCase: FunctionCase,
  { now, byte }: { readonly now: Date; readonly byte: number },
): Promise<void> {
  const calls: TableCall[] = [];
  const proxy = await startCountingProxy({
    endpoint: ground.engine.endpoint,
    holdsResponses: false,
    onRequest: (operation, request) => calls.push({ operation, request }),
  });
  const observation = {
    proxy,
    takeCalls: () => calls.splice(0),
    readItem: (key: { pk: string; sk: string }) => getItem(ground.table, key),
  };
  const block = functionCase.newBlock();
  const run = async (name: ContestantName) => {
    const contestant = await start(functionCase, name, {
      dynamodbEndpoint: proxy.url,
      environment: { FIXED_AT: String(now.getTime()), FIXED_BYTE: String(byte) },
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
    checkSame(functionCase.name, guard.outcome, silent.outcome);
    checkSame(functionCase.name, guard.outcome, logging.outcome);
    checkSameLine(functionCase.name, guard.output, logging.output);
  } finally {
    await proxy.stop();
  }
}

type Cases = Omit<FunctionCases, 'login'>;
type SpentInRounds = ReadonlyMap<FunctionCase, Readonly<Record<ContestantName, readonly Spent[]>>>;

async function runCases(
  start: StartContestant,
  cases: Cases,
  { rounds, profileFolder, withLoggingFloor = true, isDoubtful = () => false }: FloorOptions,
): Promise<FloorFigure[]> {
  const contestants = CONTESTANTS.filter((name) => withLoggingFloor || name !== 'logging floor');
  const processes = new Map<string, Contestant>();
  const nameOf = (functionCase: FunctionCase, name: ContestantName) => `${functionCase.name}, ${name}`;
  const takeTurn = async (functionCase: FunctionCase, name: ContestantName): Promise<Spent> => {
    const { events, prepare } = functionCase.newBlock();
    await prepare();
    const contestant = processes.get(nameOf(functionCase, name));
    if (!contestant) throw new Error(`No process of ${nameOf(functionCase, name)}`);
    return (await contestant.run(events)).spent;
  };
  const runRounds = async (
    count: number,
    keep: (it: FunctionCase, name: ContestantName, spent: Spent) => void,
  ) => {
    for (let round = 0; round < count; round++) {
      for (const functionCase of Object.values(cases)) {
        const taken = await takeTurns(contestants, (name) => takeTurn(functionCase, name));
        for (const name of contestants) keep(functionCase, name, meanOf(taken[name]));
      }
    }
  };
  const spent = new Map(
    Object.values(cases).map((it) => [
      it,
      { guard: [] as Spent[], floor: [] as Spent[], 'logging floor': [] as Spent[] },
    ]),
  );
  const runBatch = async () => {
    try {
      for (const functionCase of Object.values(cases)) {
        for (const name of contestants) {
          const nodeOptions = profileFolder ? profileOptions(profileFolder, nameOf(functionCase, name)) : [];
          processes.set(nameOf(functionCase, name), await start(functionCase, name, { nodeOptions }));
        }
      }
      await runRounds(WARM_UP_ROUNDS, () => {});
      await runRounds(rounds, (it, name, took) => spent.get(it)?.[name].push(took));
    } finally {
      await Promise.all([...processes.values()].map((contestant) => contestant.stop()));
      processes.clear();
    }
  };
  for (let batch = 1; ; batch++) {
    await runBatch();
    const figures = figuresOf(cases, spent);
    if (batch === MOST_BATCHES || !isDoubtful(figures)) return figures;
  }
}

function profileOptions(folder: string, name: string): string[] {
  return [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-name=${name.replaceAll(/\W+/g, '-')}.cpuprofile`,
  ];
}

/** A list request is two invocations, and acknowledging has two profiles. Their times are added in each round. */
function figuresOf(cases: Cases, spent: SpentInRounds): FloorFigure[] {
  const of = (functionCase: FunctionCase, name: ContestantName) => spent.get(functionCase)?.[name] ?? [];
  const figure = (request: string, spentBy: (name: ContestantName) => readonly Spent[]): FloorFigure => ({
    request,
    silent: compare(spentBy('guard'), spentBy('floor')),
    ...(spentBy('logging floor').length > 0
      ? { logging: compare(spentBy('guard'), spentBy('logging floor')) }
      : {}),
  });
  const sum = (judged: JudgedRequest, first: FunctionCase, second: FunctionCase): FloorFigure => ({
    ...figure(`${first.name} + ${second.name}`, (name) => addRounds(of(first, name), of(second, name))),
    judged,
  });
  return [
    ...Object.values(cases).map((it) => figure(it.name, (name) => of(it, name))),
    sum('list', cases.authorizer, cases.list),
    sum('acknowledge', cases.acknowledgeAsMaster, cases.acknowledgeAsOperator),
  ];
}

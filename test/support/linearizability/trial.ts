import type { Dice } from '../random.ts';
import type { Answer, CallOptions } from '../send-request.ts';
import type { Model } from './check.ts';
import type { History, Recorder } from './history.ts';

/** The parts of the service that a trial needs. */
export interface TrialGuard {
  /** Calls `METHOD /path` as a master of the tenant. */
  asMaster(request: string, options?: CallOptions): Promise<Answer>;
  call(request: string, options?: CallOptions): Promise<Answer>;
  /** A unique name. */
  unique(): string;
  /** Whether calls of the table fail or its engine dies during the trial. */
  readonly hasFaults: boolean;
}

/** An object that clients use at the same time. */
export interface Subject<State, Input, Result> {
  readonly model: Model<State, Input, Result>;
  /** Chooses what a client does next. */
  choose(dice: Dice): Input;
  /** Does it, and gives `undefined` where the outcome is unknown. */
  send(input: Input): Promise<Result | undefined>;
  /** The history with a falsehood: what could never be after it, or in it. */
  corrupt(history: History<Input, Result>): History<Input, Result>;
}

/** Makes a new object. */
// biome-ignore lint/suspicious/noExplicitAny: each has its own states, inputs and results
export type Trial = (guard: TrialGuard) => Promise<Subject<any, any, any>>;

interface PlayOptions {
  readonly clients: number;
  /** The number of operations of all clients together. */
  readonly operations: number;
  readonly dice: Dice;
  /** Is run once half of the operations have begun, in parallel with the others. */
  readonly halfway?: (() => Promise<void>) | undefined;
}

/** Has clients use an object at the same time, and records what each was answered. */
export async function play<State, Input, Result>(
  { choose, send }: Subject<State, Input, Result>,
  recorder: Recorder<Input, Result>,
  { clients, operations, dice, halfway = async () => {} }: PlayOptions,
): Promise<void> {
  let left = operations;
  let event = Promise.resolve();
  const run = async (client: number) => {
    while (left > 0) {
      left -= 1;
      if (left === Math.floor(operations / 2)) event = halfway();
      const input = choose(dice);
      await recorder.record(client, input, () => send(input));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  await event;
}

/** The outcome of a response; `undefined` if the response does not reveal whether the operation took effect. */
export function known<Result>(answer: Answer, result: (answer: Answer) => Result): Result | undefined {
  return answer.status >= 500 ? undefined : result(answer);
}

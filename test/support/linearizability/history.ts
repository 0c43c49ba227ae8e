/** One operation of a client, as the client saw it. Instants are those of one logical clock. */
export interface Operation<Input, Answer> {
  readonly client: number;
  readonly input: Input;
  readonly calledAt: number;
  /** Infinity where the outcome is unknown: the operation may take effect at any time after its call, or never. */
  readonly answeredAt: number;
  /** `undefined` where the outcome is unknown. */
  readonly answer: Answer | undefined;
  /** Whether something failed while it was under way: a call of the table, or its engine. */
  readonly isDisturbed: boolean;
}

export type History<Input, Answer> = readonly Operation<Input, Answer>[];

/** Records the operations of clients that run at the same time. */
export class Recorder<Input, Answer> {
  readonly #operations: Operation<Input, Answer>[] = [];
  readonly #underWay = new Set<{ isDisturbed: boolean }>();
  #disturbances = 0;
  #clock = 0;

  /** Runs an operation. `run` gives `undefined` where the outcome is unknown. */
  async record(client: number, input: Input, run: () => Promise<Answer | undefined>): Promise<void> {
    const calledAt = this.#tick();
    const mark = { isDisturbed: this.#disturbances > 0 };
    this.#underWay.add(mark);
    const answer = await run();
    this.#underWay.delete(mark);
    const answeredAt = answer === undefined ? Number.POSITIVE_INFINITY : this.#tick();
    this.#operations.push({ client, input, calledAt, answeredAt, answer, ...mark });
  }

  /** Marks the operations that are under way now, and those that begin before `end`: something fails meanwhile. */
  async disturb(end?: Promise<void>): Promise<void> {
    for (const mark of this.#underWay) mark.isDisturbed = true;
    this.#disturbances += 1;
    await end;
    this.#disturbances -= 1;
  }

  /** The calls that were recorded so far, in their order. */
  get history(): History<Input, Answer> {
    return this.#operations.toSorted((a, b) => a.calledAt - b.calledAt);
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }
}

/** A history with one more operation, which begins after all others and is answered. */
export function followedBy<Input, Answer>(
  history: History<Input, Answer>,
  input: Input,
  answer: Answer,
): History<Input, Answer> {
  const instants = history.flatMap(({ calledAt, answeredAt }) => [calledAt, answeredAt]);
  const end = Math.max(0, ...instants.filter(Number.isFinite));
  return [
    ...history,
    { client: 0, input, calledAt: end + 1, answeredAt: end + 2, answer, isDisturbed: false },
  ];
}

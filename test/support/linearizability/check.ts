import type { History, Operation } from './history.ts';

/** The behaviour of an object under sequential operations. States are JSON. */
export interface Model<State, Input, Answer> {
  readonly initial: State;
  /** Whether an operation only reads. */
  isRead(input: Input): boolean;
  /**
   * The state after an operation that was answered so; `undefined` where it cannot be answered so in this state. One that
   * `isDisturbed` may have an answer that no other can have.
   */
  step(state: State, input: Input, answer: Answer, isDisturbed: boolean): State | undefined;
  /** The state after an operation that took effect without an answer. */
  effect(state: State, input: Input): State;
}

export type Verdict<State, Input, Answer> =
  | { readonly isLinearizable: true }
  | {
      readonly isLinearizable: false;
      /** The longest order that the checker found to be possible, and the state that it leads to. */
      readonly order: History<Input, Answer>;
      readonly state: State;
    };

/** The maximum number of states, more than a history of some dozen operations leads to. */
const MOST_VISITS = 200_000;

/**
 * Whether there is an order of the operations in which each has the answer that its client got, and in which no operation
 * precedes another that was answered before its call (Herlihy and Wing, "Linearizability"). The search is Wing and Gong's,
 * and remembers where it was, as Lowe's does. An object is judged by itself: a set of objects is linearizable if each is.
 */
export function check<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  history: History<Input, Answer>,
): Verdict<State, Input, Answer> {
  const operations = history.toSorted((a, b) => a.answeredAt - b.answeredAt);
  const answered = operations.filter(({ answer }) => answer !== undefined).length;
  const visited = new Set<string>();
  const done = operations.map(() => false);
  const order: Operation<Input, Answer>[] = [];
  let best: { order: History<Input, Answer>; state: State } = { order: [], state: model.initial };

  /** Whether the operations that are not done can follow. */
  function search(state: State, left: number): boolean {
    if (left === 0) return true;
    const place = `${done.map(Number).join('')} ${JSON.stringify(state)}`;
    if (visited.has(place)) return false;
    visited.add(place);
    if (visited.size > MOST_VISITS) throw new Error('The history is too long to be judged.');
    if (order.length > best.order.length) best = { order: [...order], state };
    const firstAnswer = operations.find((_, index) => !done[index])?.answeredAt ?? 0;
    return operations.some((operation, index) => {
      if (done[index] || operation.calledAt > firstAnswer) return false;
      const next = after(state, operation);
      if (next === undefined) return false;
      done[index] = true;
      order.push(operation);
      const isFound = search(next, left - (operation.answer === undefined ? 0 : 1));
      done[index] = false;
      order.pop();
      return isFound;
    });
  }

  function after(state: State, operation: Operation<Input, Answer>): State | undefined {
    const { input, answer, isDisturbed } = operation;
    if (answer !== undefined) return model.step(state, input, answer, isDisturbed);
    const next = model.effect(state, input);
    // Without an effect it may as well never happen.
    return JSON.stringify(next) === JSON.stringify(state) ? undefined : next;
  }

  return search(model.initial, answered) ? { isLinearizable: true } : { isLinearizable: false, ...best };
}

import { check, type Model } from './check.ts';
import type { History, Operation } from './history.ts';

/**
 * Explains in words why a history cannot be: the shortest beginning of it that contradicts itself. `undefined` where it can
 * be.
 */
export function explain<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  history: History<Input, Answer>,
): string | undefined {
  if (check(model, history).isLinearizable) return undefined;
  const core = withoutNeedlessReads(model, shortestWrongBeginning(model, history));
  const verdict = check(model, core);
  if (verdict.isLinearizable) throw new Error('A shortened history lost its contradiction');
  return [
    'No order of these operations explains their answers:',
    ...core.map(line),
    `After most of them the state is ${JSON.stringify(verdict.state)}, and of these none can follow:`,
    ...core.filter((it) => it.answer !== undefined && !verdict.order.includes(it)).map(line),
  ].join('\n');
}

/** The history up to an instant: operations that got their response later have no outcome yet. */
function beginning<Input, Answer>(history: History<Input, Answer>, end: number): History<Input, Answer> {
  return history
    .filter(({ calledAt }) => calledAt <= end)
    .map((operation) => (operation.answeredAt <= end ? operation : withoutAnswer(operation)));
}

function shortestWrongBeginning<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  history: History<Input, Answer>,
): History<Input, Answer> {
  const ends = history.map(({ answeredAt }) => answeredAt).toSorted((a, b) => a - b);
  const end = ends.find((it) => !check(model, beginning(history, it)).isLinearizable);
  return beginning(history, end ?? Number.POSITIVE_INFINITY);
}

/** A read changes nothing, so what is wrong without it was wrong with it. */
function withoutNeedlessReads<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  history: History<Input, Answer>,
): History<Input, Answer> {
  let core = history;
  for (const operation of history.filter(({ input }) => model.isRead(input))) {
    const shorter = core.filter((it) => it !== operation);
    if (!check(model, shorter).isLinearizable) core = shorter;
  }
  return core;
}

function withoutAnswer<Input, Answer>(operation: Operation<Input, Answer>): Operation<Input, Answer> {
  return { ...operation, answeredAt: Number.POSITIVE_INFINITY, answer: undefined };
}

function line<Input, Answer>({
  client,
  input,
  calledAt,
  answeredAt,
  answer,
  isDisturbed,
}: Operation<Input, Answer>): string {
  const span = `${calledAt}–${Number.isFinite(answeredAt) ? answeredAt : ''}`;
  const outcome = answer === undefined ? 'unknown' : JSON.stringify(answer);
  return `  ${span.padEnd(10)} client ${client}: ${JSON.stringify(input)} → ${outcome}${isDisturbed ? ', disturbed' : ''}`;
}

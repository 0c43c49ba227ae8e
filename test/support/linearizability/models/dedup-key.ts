import type { Model } from '../check.ts';

export type DedupInput =
  | { readonly do: 'raise' }
  | { readonly do: 'resolve by key' }
  | { readonly do: 'read' | 'acknowledge' | 'resolve' | 'reopen'; readonly id: string };

export interface DedupAnswer {
  readonly code: number;
  /** The alert that the answer shows, if it shows any. */
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly occurrences?: number | undefined;
  readonly replayed?: boolean | undefined;
}

interface Shown {
  readonly status: string;
  readonly occurrences: number;
}

export interface DedupState {
  /** The open alert. Its id is `null` until a response contains it. */
  readonly open: (Shown & { readonly id: string | null }) | null;
  /** The resolved alerts with known ids. */
  readonly over: Readonly<Record<string, Shown>>;
}

/** A dedup key: at most one alert is open, and each report counts once. */
export const dedupModel: Model<DedupState, DedupInput, DedupAnswer> = {
  initial: { open: null, over: {} },
  isRead: (input) => input.do === 'read',
  step(state, input, answer, isDisturbed) {
    if (answer.replayed) return undefined; // no event is sent twice
    if (input.do === 'resolve by key' && state.open === null) {
      return answer.code === 200 && answer.id === undefined ? state : undefined;
    }
    const { id } = answer;
    const isOver = 'id' in input && Object.hasOwn(state.over, input.id);
    const isRefused =
      (input.do === 'acknowledge' && isOver) || (input.do === 'reopen' && (!isOver || state.open !== null));
    if (isRefused) return answer.code === 409 ? state : undefined;
    const code = input.do === 'raise' && state.open === null ? 201 : 200;
    if (answer.code !== code || id === undefined || ('id' in input && input.id !== id)) return undefined;
    if (!isOver && Object.hasOwn(state.over, id)) return undefined;
    const next = effect(named(state, isOver ? null : id), input, id);
    const shown = next.open?.id === id ? next.open : next.over[id];
    if (!shown) return undefined;
    return isShown(shown, input, answer, isDisturbed) ? next : undefined;
  },
  effect,
};

/** Whether an answer shows an alert as it is after the operation, except for what Guard reads before or after that instant. */
function isShown(
  { status, occurrences }: Shown,
  input: DedupInput,
  answer: DedupAnswer,
  isDisturbed: boolean,
): boolean {
  // The alert is read, and then the report counts. In between somebody may acknowledge the alert.
  const isStale = input.do === 'raise' && answer.status === 'active';
  if (answer.status !== status && !isStale) return false;
  // Reports are read after the acknowledgement, also those that came later. Where that read fails the number may lag.
  if (input.do === 'acknowledge') return isDisturbed || Number(answer.occurrences) >= occurrences;
  // Where the reply to the count is lost, the number is read later, with the reports that came in between.
  const mayBeLater = input.do === 'raise' && answer.code === 200 && isDisturbed;
  return answer.occurrences === occurrences || (mayBeLater && Number(answer.occurrences) > occurrences);
}

/** The state after a response revealed the id of the open alert. */
function named(state: DedupState, id: string | null): DedupState {
  return state.open?.id === null ? { ...state, open: { ...state.open, id } } : state;
}

function effect(state: DedupState, input: DedupInput, newId: string | null = null): DedupState {
  const { open, over } = state;
  if (input.do === 'raise') {
    const before = open ?? { id: newId, status: 'active', occurrences: 0 };
    return { over, open: { ...before, occurrences: before.occurrences + 1 } };
  }
  if (input.do === 'reopen') {
    const { [input.id]: resolved, ...others } = over;
    if (open !== null || resolved === undefined) return state;
    return { over: others, open: { ...resolved, id: input.id, status: 'acknowledged' } };
  }
  if (open === null || ('id' in input && input.id !== open.id)) return state;
  switch (input.do) {
    case 'read':
      return state;
    case 'acknowledge':
      return { over, open: { ...open, status: 'acknowledged' } };
    default: {
      const { id, occurrences } = open;
      return {
        open: null,
        over: id === null ? over : { ...over, [id]: { status: 'resolved', occurrences } },
      };
    }
  }
}

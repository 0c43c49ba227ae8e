import type { Model } from '../check.ts';

/** Tokens have short names. */
export type SessionInput =
  | { readonly do: 'sign in' }
  | { readonly do: 'use' | 'refresh' | 'sign out' | 'end others'; readonly token: string };

export interface SessionAnswer {
  readonly status: number;
  readonly token?: string | undefined;
}

/** The valid tokens that a response contained. */
export type ValidTokens = readonly string[];

/** The sessions of one user: a refresh replaces its token, and what has ended stays so. */
export function sessionModel(tokens: ValidTokens): Model<ValidTokens, SessionInput, SessionAnswer> {
  return {
    initial: tokens,
    isRead: (input) => input.do === 'use',
    step(valid, input, { status, token = '' }, isDisturbed) {
      if (input.do === 'sign in') return status === 200 ? [...valid, token].toSorted() : undefined;
      if (!valid.includes(input.token)) return status === 401 ? valid : undefined;
      // What ended is deleted: once the engine forgets who deleted it, the repetition of a call finds no session.
      if (status === 401 && isDisturbed && input.do === 'sign out') return effect(valid, input);
      if (status !== 200 && status !== 204) return undefined;
      const left = effect(valid, input);
      return input.do === 'refresh' ? [...left, token].toSorted() : left;
    },
    effect,
  };
}

/** The successor of a refresh without an answer is known to nobody. */
function effect(valid: ValidTokens, input: SessionInput): ValidTokens {
  if (input.do === 'sign in' || input.do === 'use' || !valid.includes(input.token)) return valid;
  if (input.do === 'end others') return [input.token];
  return valid.filter((token) => token !== input.token);
}

import type { Model } from '../check.ts';

export type AlertInput =
  | { readonly do: 'read' }
  | { readonly do: 'acknowledge' | 'resolve' | 'reopen' | 'take-over'; readonly by: string };

export interface AlertFields {
  readonly status: string;
  readonly version: number;
  readonly acknowledged_by: string | null;
  readonly resolved_by: string | null;
}

export type AlertAnswer = { readonly code: number } & Partial<AlertFields>;

/** The life of an alert: who acknowledged it, who took it over, resolved or reopened it, and how many changes there were. */
export function alertModel(initial: AlertFields): Model<AlertFields, AlertInput, AlertAnswer> {
  return {
    initial,
    isRead: (input) => input.do === 'read',
    step(state, input, { code, ...shown }) {
      const isRefused =
        input.do === 'take-over'
          ? state.status !== 'acknowledged'
          : input.do === (state.status === 'resolved' ? 'acknowledge' : 'reopen');
      if (isRefused) return code === 409 ? state : undefined;
      const next = effect(state, input);
      return code === 200 && isSame(shown, next) ? next : undefined;
    },
    effect,
  };
}

function effect(state: AlertFields, input: AlertInput): AlertFields {
  const version = state.version + 1;
  if (input.do === 'acknowledge' && state.status === 'active') {
    return { ...state, version, status: 'acknowledged', acknowledged_by: input.by };
  }
  if (input.do === 'resolve' && state.status !== 'resolved') {
    return { ...state, version, status: 'resolved', resolved_by: input.by };
  }
  if (input.do === 'take-over' && state.status === 'acknowledged' && state.acknowledged_by !== input.by) {
    return { ...state, version, acknowledged_by: input.by };
  }
  if (input.do === 'reopen' && state.status === 'resolved') {
    return { ...state, version, status: 'acknowledged', acknowledged_by: input.by, resolved_by: null };
  }
  return state;
}

function isSame(shown: Partial<AlertFields>, state: AlertFields): boolean {
  return (Object.keys(state) as (keyof AlertFields)[]).every((field) => shown[field] === state[field]);
}

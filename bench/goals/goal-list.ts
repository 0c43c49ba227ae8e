import { DEEP_TOLERANCE, UNIT_BUDGETS } from '../budgets.ts';
import { BUNDLE_BUDGET_BYTES } from '../cold/bundle-size.ts';
import type { Row } from '../print-table.ts';

/**
 * A counted figure is the same in every run and fails above its goal. A timed figure depends on the machine and fails
 * only above its limit, if it has one.
 */
export interface Goal {
  readonly figure: string;
  readonly most: number;
  readonly kind: 'counted' | 'timed';
  /** A timed figure above it cannot be explained by the machine. */
  readonly limit?: number;
  readonly digits: number;
}

/** The goal for the processor time of requests compared to their floors. Medians of 12 rounds differ by up to 0.1. */
const COMPARED_TO_FLOOR = { most: 1.15, kind: 'timed', limit: 1.25, digits: 2 } as const;

/** The only list of goals for requests and cold starts. */
export const GOALS = {
  list: { figure: 'authorizer + list of a tenant, compared to the floor', ...COMPARED_TO_FLOOR },
  acknowledge: { figure: 'acknowledge, compared to its floor', ...COMPARED_TO_FLOOR },
  import: { figure: 'import, compared to the empty client', most: 1.1, kind: 'timed', digits: 2 },
  bundle: {
    figure: 'bytes of the largest bundle that somebody waits for',
    most: BUNDLE_BUDGET_BYTES,
    kind: 'counted',
    digits: 0,
  },
  loginDepth: { figure: 'login: round trips in sequence', most: 3, kind: 'counted', digits: 0 },
  listReads: { figure: 'list of a tenant: read units', most: 5, kind: 'counted', digits: 1 },
  raiseWrites: {
    figure: 'raise: write units',
    most: UNIT_BUDGETS.raise.writeUnits,
    kind: 'counted',
    digits: 1,
  },
  acknowledgeWrites: {
    figure: 'acknowledge: write units',
    most: UNIT_BUDGETS.acknowledge.writeUnits,
    kind: 'counted',
    digits: 1,
  },
  growth: {
    figure: 'growth: units of a page among many alerts, compared to few',
    most: DEEP_TOLERANCE,
    kind: 'counted',
    digits: 2,
  },
} as const satisfies Record<string, Goal>;

export type GoalName = keyof typeof GOALS;

/** A measured figure, with an optional note. */
export interface Measured {
  readonly value: number;
  readonly note?: string;
}

/** The goals with the measured figures as a table, and descriptions of failures. */
export function judgeGoals(measured: Readonly<Partial<Record<GoalName, Measured>>>): {
  readonly rows: readonly Row[];
  readonly faults: readonly string[];
} {
  const judged = (Object.keys(measured) as GoalName[]).map((name) => {
    const goal: Goal = GOALS[name];
    const { value, note = '' } = measured[name] ?? { value: Number.NaN };
    // Values are compared as printed, so that no message says that 1.15 exceeds 1.15. NaN is a failure.
    const isAtMost = (most: number) => Number(value.toFixed(goal.digits)) <= most;
    const limit = goal.kind === 'counted' ? goal.most : goal.limit;
    const isFault = limit !== undefined && !isAtMost(limit);
    return { goal, value: value.toFixed(goal.digits), note, isMet: isAtMost(goal.most), isFault };
  });
  return {
    rows: judged.map(({ goal, value, note, isMet }) => ({
      figure: goal.figure,
      kind: goal.kind,
      goal: `≤ ${goal.most}`,
      measured: value,
      verdict: isMet ? 'met' : 'over',
      note,
    })),
    faults: judged.filter(({ isFault }) => isFault).map(({ goal, value }) => faultOf(goal, value)),
  };
}

function faultOf({ figure, most, limit }: Goal, value: string): string {
  return `${figure}: ${value}, the goal is ${most}${limit === undefined ? '' : `, and the limit ${limit}`}`;
}

import type { Comparison } from '../turns.ts';
import type { FloorFigure, JudgedRequest } from './measure-floor.ts';

/** The goal for the processor time of requests compared to their floors. */
export const GOAL = 1.15;
/** Medians of 12 rounds differ by up to 0.1, so the machine cannot explain a ratio above this limit. */
export const LIMIT = 1.25;

const FIGURES: Readonly<Record<JudgedRequest, string>> = {
  list: 'authorizer + list of a tenant, compared to the floor',
  acknowledge: 'acknowledge, compared to its floor',
};

type Ratio = Pick<FloorFigure, 'judged'> & { readonly silent: Pick<Comparison, 'ratio'> };

/** The ratios to the floor without a log that exceed a bound, each in a sentence. One that was not measured does, too. */
export function ratiosAbove(bound: number, figures: readonly Ratio[]): string[] {
  return Object.entries(FIGURES).flatMap(([name, figure]) => {
    const measured = figures.find(({ judged }) => judged === name)?.silent.ratio.median ?? Number.NaN;
    // Values are compared as printed, so that no message says that 1.15 exceeds 1.15.
    const value = measured.toFixed(2);
    return Number(value) <= bound ? [] : [`${figure}: ${value}, the goal is ${GOAL}, and the limit ${LIMIT}`];
  });
}

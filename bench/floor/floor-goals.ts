import type { Measured } from '../goals/goal-list.ts';
import type { FloorFigure, JudgedRequest } from './measure-floor.ts';

/** What the goals beside the floor are judged by: the median of the rounds, beside the floor that writes no log. */
export function floorGoals(figures: readonly FloorFigure[]): Record<JudgedRequest, Measured> {
  const measured = (name: JudgedRequest): Measured => {
    const figure = figures.find(({ judged }) => judged === name);
    return { value: figure?.silent.ratio.median ?? Number.NaN, note: figure?.request ?? '' };
  };
  return { list: measured('list'), acknowledge: measured('acknowledge') };
}

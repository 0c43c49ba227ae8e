import type { Measured } from '../goals/goal-list.ts';
import type { FloorFigure, JudgedRequest } from './measure-floor.ts';

/** The figures for the goals: the median ratio to the floor without a log. */
export function floorGoals(figures: readonly FloorFigure[]): Record<JudgedRequest, Measured> {
  const measured = (name: JudgedRequest): Measured => {
    const figure = figures.find(({ judged }) => judged === name);
    return { value: figure?.silent.ratio.median ?? Number.NaN, note: figure?.request ?? '' };
  };
  return { list: measured('list'), acknowledge: measured('acknowledge') };
}

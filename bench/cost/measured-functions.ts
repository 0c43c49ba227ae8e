import { depthOf } from '../trip.ts';
import type { FunctionRun } from './function-run.ts';
import type { MeasuredFunction } from './measurements.ts';
import type { RecordedRequest } from './recording-guard.ts';
import type { RecordedTrip } from './recording-table.ts';

/** Costs at the table from the recorded run, times from the timed ones. */
export function measuredFunctions(
  { runs, trips }: Pick<RecordedRequest, 'runs' | 'trips'>,
  timed: readonly FunctionRun[],
): MeasuredFunction[] {
  return runs.map((run, place) => {
    const ofFunction = timed.filter(({ name }) => name === run.name);
    const times = ofFunction.map(({ cpuMilliseconds }) => cpuMilliseconds);
    const own: readonly RecordedTrip[] = trips[place] ?? [];
    return {
      name: run.name,
      cpuMilliseconds: round(medianOf(times)),
      tripsInSequence: depthOf(own),
      readUnits: own.reduce((sum, { readUnits }) => sum + readUnits, 0),
      writeUnits: own.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      logBytes: Buffer.byteLength(run.log),
    };
  });
}

/** A busy machine makes some runs slow; their mean would measure it. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;

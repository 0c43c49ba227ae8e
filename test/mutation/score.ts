import * as z from 'zod';

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** The number of mutants that the tests met, and what became of them. */
export interface Score {
  /** Those that a test failed for, or that never ended. */
  readonly killed: number;
  /** Those that no test failed for, or that no test ran. */
  readonly survived: number;
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** The score of each folder of shared/ in Stryker's report. Mutants that were left out or cannot run count for nothing. */
export function readScores(report: string): Map<string, Score> {
  const files = Object.entries(reportSchema.parse(JSON.parse(report)).files);
  const byFolder = Map.groupBy(files, ([file]) => file.split('/').slice(1, -1)[0] ?? '.');
  return new Map(
    [...byFolder].map(([folder, its]) => {
      const statuses = its.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
      return [folder, { killed: countOf(statuses, KILLED), survived: countOf(statuses, SURVIVED) }];
    }),
  );
}

function countOf(statuses: readonly string[], wanted: readonly string[]): number {
  return statuses.filter((status) => wanted.includes(status)).length;
}

export function addScores(scores: readonly Score[]): Score {
  return {
    killed: scores.reduce((sum, { killed }) => sum + killed, 0),
    survived: scores.reduce((sum, { survived }) => sum + survived, 0),
  };
}

/** The percentage of killed mutants; 100 if there are none. */
export function percentOf({ killed, survived }: Score): number {
  return killed + survived === 0 ? 100 : (killed / (killed + survived)) * 100;
}

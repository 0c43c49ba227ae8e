import type { AlertActionResult, ResultError } from '../../client/types.ts';

/** The maximum number of alerts of one request. */
const BATCH_SIZE = 25;

/** An alert that the action failed on: with its own error, or with the error of the whole batch. */
export type Failure = { readonly id: string } & (
  | { readonly error: ResultError | undefined }
  | { readonly thrown: unknown }
);

/**
 * Acts on alerts in batches, one after the other. Calls `onResults` after each batch with its results and the number of alerts
 * tried so far. A batch that fails as a whole ends the action, because the next ones would fail, too. Returns the failures.
 */
export async function actInBatches(
  ids: readonly string[],
  act: (batch: readonly string[]) => Promise<readonly AlertActionResult[]>,
  onResults: (results: readonly AlertActionResult[], tried: number) => void,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    try {
      const results = await act(batch);
      for (const [place, id] of batch.entries()) {
        const result = results[place];
        if (!result?.alert) failures.push({ id, error: result?.error });
      }
      onResults(results, start + batch.length);
    } catch (thrown) {
      return [...failures, ...ids.slice(start).map((id) => ({ id, thrown }))];
    }
  }
  return failures;
}

/** A message of the service about a required step without an outcome, and the number of alerts that it concerns. */
export interface StepProblem {
  readonly text: string;
  readonly count: number;
}

/** The alerts that failed because of required steps without outcome, and these steps, each once. */
export function missingSteps(failures: readonly Failure[]): {
  readonly ids: ReadonlySet<string>;
  readonly steps: readonly StepProblem[];
} {
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const error = 'thrown' in failure ? failure.thrown : failure.error;
    const { code, errors = {} } = (error ?? {}) as Partial<ResultError>;
    if (code !== 'plan_incomplete') continue;
    ids.add(failure.id);
    for (const text of new Set(Object.values(errors).flat())) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return { ids, steps: [...counts].map(([text, count]) => ({ text, count })) };
}

/** The failures by their reasons in words, in the order of the first of each. */
export function groupFailures(
  failures: readonly Failure[],
  textOf: (failure: Failure) => string,
): { readonly text: string; readonly ids: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const failure of failures) {
    const text = textOf(failure);
    groups.set(text, [...(groups.get(text) ?? []), failure.id]);
  }
  return [...groups].map(([text, ids]) => ({ text, ids }));
}

import type { AlertActionResult, ResultError } from '../../client/types.ts';

/** The most alerts that one request acts on. */
const MOST_IN_BATCH = 25;

/** An alert on which nothing was done: by its own fault, or since its batch failed as a whole. */
export type Failure = { readonly id: string } & (
  | { readonly error: ResultError | undefined }
  | { readonly thrown: unknown }
);

/**
 * Acts on alerts in batches, one after the other, and calls `onResults` after each with its results and how many alerts have
 * been tried. A batch that fails as a whole ends it: what follows would fail, too. Gives the failures.
 */
export async function actInBatches(
  ids: readonly string[],
  act: (batch: readonly string[]) => Promise<readonly AlertActionResult[]>,
  onResults: (results: readonly AlertActionResult[], tried: number) => void,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let start = 0; start < ids.length; start += MOST_IN_BATCH) {
    const batch = ids.slice(start, start + MOST_IN_BATCH);
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

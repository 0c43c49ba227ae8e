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

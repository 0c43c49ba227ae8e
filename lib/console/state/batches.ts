import type { Alert, AlertActionResult, AlertSeverity, ResultError } from '../../client/types.ts';
import { countSeverities } from './alerts.ts';
import * as limits from './limits.ts';
import { SEVERITIES } from './severities.ts';

/** The maximum number of alerts of one request. */
const BATCH_SIZE = limits.AcknowledgeAlertsInput.alert_ids.most;

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

/** The text of a required step without an outcome, and the number of alerts that it concerns. */
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
    const { code, errors = {} } = errorOf(failure);
    if (code !== 'plan_incomplete') continue;
    ids.add(failure.id);
    const texts = Object.values(errors).flat().map(stepIn);
    for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return { ids, steps: [...counts].map(([text, count]) => ({ text, count })) };
}

/** The step in the service's text about it. */
const stepIn = (text: string): string => /"(.*)"/s.exec(text)?.[1] ?? text;

function errorOf(failure: Failure): Partial<ResultError> {
  return ('thrown' in failure ? failure.thrown : failure.error) ?? {};
}

/** The same action cannot succeed later for these reasons. */
const FINAL: ReadonlySet<string | undefined> = new Set(['alert_already_resolved', 'not_found']);

/** The alerts for which the same action may succeed at the next attempt. */
export function worthRetrying(failures: readonly Failure[]): ReadonlySet<string> {
  const { ids } = missingSteps(failures);
  return new Set(
    failures.filter((it) => !ids.has(it.id) && !FINAL.has(errorOf(it).code)).map(({ id }) => id),
  );
}

/** What an action acts on: how many alerts of each severity, the worst first, and of each site, the most first. */
export function countsOf(alerts: readonly Alert[]): {
  readonly severities: readonly (readonly [AlertSeverity, number])[];
  readonly sites: readonly (readonly [name: string | null, number])[];
} {
  const counts = countSeverities(alerts);
  const sites = new Map<string, [string | null, number]>();
  for (const { site_id, site_name } of alerts) {
    sites.set(site_id, [site_name, (sites.get(site_id)?.[1] ?? 0) + 1]);
  }
  return {
    severities: SEVERITIES.filter((it) => counts[it] > 0).map((it) => [it, counts[it]]),
    sites: [...sites.values()].sort(([, one], [, other]) => other - one),
  };
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

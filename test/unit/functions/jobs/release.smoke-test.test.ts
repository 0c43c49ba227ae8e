import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { smokeTestHandler as createHandler, type Outside } from '../../../../functions/jobs/release.ts';
import type { TableAnswers } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';

const RELEASE = '4f9c2b7';
const EVENT = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };
const REPORT = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'e-1' };

const refusal = () =>
  new Response('{}', { status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

/** Tests a stage that names these releases in its health, one after the other; the last one repeats. */
async function runOn(
  releases: readonly string[],
  outside: Partial<Outside> = {},
  event: object = EVENT,
  answers: TableAnswers = [],
) {
  const reports: unknown[] = [];
  const pauses: number[] = [];
  let asked = 0;
  const { runtime, metrics, logged } = makeRuntime({
    clock: () => new Date('2026-11-22T00:00:00.000Z'),
    settings: { release: RELEASE },
    answers,
  });
  const handler = createHandler(() => runtime, {
    environment: { API_BASE_URL: 'https://guard.example.com' },
    fetch: async (input) => {
      if (!String(input).endsWith('/health')) return refusal();
      const release = releases[Math.min(asked, releases.length - 1)];
      asked += 1;
      return Response.json({ status: 'ok', release });
    },
    timeout: () => new AbortController().signal,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    report: async (report) => {
      reports.push(report);
    },
    ...outside,
  });
  const run = handler(event as typeof EVENT, { functionName: 'smoke-test' } as Context);
  const error = await run.then(
    () => undefined,
    (it) => it,
  );
  const warnings = logged.flatMap(({ level, fields }) => (level === 'warn' ? [fields] : []));
  return { reports, pauses, metrics, warnings, error };
}

test('The smoke test lets a release continue if the stage serves this release without failures', async () => {
  const { reports, pauses, error } = await runOn([RELEASE]);
  expect([reports, pauses, error]).toEqual([[{ ...REPORT, status: 'Succeeded' }], [], undefined]);
});

test('The smoke test counts each release in a metric', async () => {
  const { metrics } = await runOn([RELEASE]);
  expect(metrics).toContainEqual({ name: 'Releases', value: 1 });
});

test('The smoke test repeats its check while the alias still serves the previous release', async () => {
  const { reports, pauses } = await runOn(['older', 'older', RELEASE]);
  expect(reports).toEqual([{ ...REPORT, status: 'Succeeded' }]);
  expect(pauses).toEqual([5_000, 5_000]);
});

test('The smoke test fails a release and logs the reason if the stage still serves another release after four tries', async () => {
  const { reports, pauses, warnings } = await runOn(['older']);
  expect(reports).toEqual([{ ...REPORT, status: 'Failed' }]);
  expect(pauses).toHaveLength(3);
  expect(warnings).toEqual(
    [1, 2, 3, 4].map((tries) => ({ check: 'health', failure: `release older instead of ${RELEASE}`, tries })),
  );
});

test('The smoke test fails a release if the stage is unreachable', async () => {
  const { reports } = await runOn([RELEASE], { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(reports).toEqual([{ ...REPORT, status: 'Failed' }]);
});

test('If the smoke test cannot run, it fails the release at once, because CodeDeploy would otherwise wait for an hour', async () => {
  const { reports, error } = await runOn([RELEASE], { environment: {} });
  expect(reports).toEqual([{ ...REPORT, status: 'Failed' }]);
  expect(error).toMatchObject({ message: 'API_BASE_URL is not set.' });
});

test('The smoke test fails for an event that is not a lifecycle event of CodeDeploy, and reports nothing to CodeDeploy', async () => {
  const { reports, error } = await runOn([RELEASE], {}, { DeploymentId: 'd-1' });
  expect(reports).toEqual([]);
  expect(error).toBeInstanceOf(Error);
});

/** A table with an alert in each shard, which is missing in these indexes. */
const withoutEntriesIn =
  (...indexes: string[]): TableAnswers =>
  ({ input }) => ({ Items: indexes.includes(input.IndexName) ? [] : [{ data: makeAlert() }] });

test.each([
  ['open', 'tenant_status'],
  ['resolved', 'tenant_severity'],
])(
  'The smoke test fails a release if an index lacks older %s alerts, and logs that backfill-indexes must run',
  async (_, index) => {
    const { reports, warnings } = await runOn([RELEASE], {}, EVENT, withoutEntriesIn(index));
    expect(reports).toEqual([{ ...REPORT, status: 'Failed' }]);
    expect(warnings.at(-1)).toEqual({
      check: 'index',
      failure: `${index} lacks older alerts: run backfill-indexes`,
      tries: 4,
    });
  },
);

test('The smoke test repeats its check if an index does not contain the table’s entries yet', async () => {
  const [lagging, filled] = [withoutEntriesIn('tenant_status'), withoutEntriesIn()];
  let pauses = 0;
  const { reports } = await runOn(
    [RELEASE],
    {
      pause: async () => {
        pauses += 1;
      },
    },
    EVENT,
    (command) =>
      [pauses === 0 ? lagging : filled].flatMap((it) => (typeof it === 'function' ? it(command) : []))[0],
  );
  expect([reports, pauses]).toEqual([[{ ...REPORT, status: 'Succeeded' }], 1]);
});

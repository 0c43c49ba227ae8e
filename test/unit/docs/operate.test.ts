import { test } from 'vitest';
import {
  BURN_RATES,
  budgetPercent,
  OBJECTIVE_DAYS,
  OBJECTIVES,
} from '../../../lib/cdk/monitoring/objectives.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, expectWritten, withRows } from './project.ts';

const { text } = documentAt('docs/operate.md', documents);

const inWords = (minutes: number) =>
  minutes % 1_440 === 0
    ? `${minutes / 1_440} d`
    : minutes % 60 === 0
      ? `${minutes / 60} h`
      : `${minutes} min`;

function objectiveRows(): string[][] {
  const { availability, latency } = OBJECTIVES;
  const withinSeconds = latency.milliseconds / 1_000;
  return [
    ['availability', `not be answered 5xx: ${availability.percent} %`, `${budgetPercent('availability')} %`],
    [
      'latency',
      `be answered within ${withinSeconds} s: ${latency.percent} %`,
      `${budgetPercent('latency')} %`,
    ],
  ];
}

const burnRateRows = () =>
  BURN_RATES.map(({ name, times, windows: { long, short }, severity }) => [
    `\`…-burn-${name}\``,
    String(times),
    [long, short ?? []].flat().map(inWords).join(' and '),
    `${budgetOf(times, long)} % in ${inWords(long)}`,
    severity,
  ]);

/** The percentage of the budget that a burn rate takes in a number of minutes. */
const budgetOf = (times: number, minutes: number) =>
  Math.round((100 * times * minutes) / (OBJECTIVE_DAYS * 24 * 60));

test('docs/operate.md shows the objectives for availability and latency, and the burn rates that the alarms watch', async () => {
  const objectives = withRows(text, 'Objectives', objectiveRows());
  await expectWritten('docs/operate.md', withRows(objectives, 'Burn rates', burnRateRows()));
});

import { expect, test } from 'vitest';
import {
  BURN_RATES,
  budgetPercent,
  OBJECTIVE_DAYS,
  OBJECTIVES,
} from '../../../lib/cdk/monitoring/objectives.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, tableUnder } from './project.ts';

const { text } = documentAt('docs/operate.md', documents);

const inWords = (minutes: number) =>
  minutes % 1_440 === 0
    ? `${minutes / 1_440} d`
    : minutes % 60 === 0
      ? `${minutes / 60} h`
      : `${minutes} min`;

test('The objectives for availability and latency in docs/operate.md are those that the alarms watch', () => {
  const rows = tableUnder('Objectives', text);
  const { availability, latency } = OBJECTIVES;
  expect(rows).toEqual([
    ['availability', `not be answered 5xx: ${availability.percent} %`, `${budgetPercent('availability')} %`],
    [
      'latency',
      `be answered within ${latency.milliseconds / 1_000} s: ${latency.percent} %`,
      `${budgetPercent('latency')} %`,
    ],
  ]);
});

test('The burn rates and time windows in docs/operate.md are those of the alarms', () => {
  expect(tableUnder('Burn rates', text)).toEqual(
    BURN_RATES.map(({ name, times, windows, severity }) => [
      `…-burn-${name}`,
      String(times),
      [windows.long, windows.short ?? []].flat().map(inWords).join(' and '),
      expect.stringMatching(new RegExp(`^${budgetOf(times, windows.long)} % in `)),
      severity,
    ]),
  );
});

/** The percentage of the budget that a burn rate takes in a number of minutes. */
const budgetOf = (times: number, minutes: number) =>
  Math.round((100 * times * minutes) / (OBJECTIVE_DAYS * 24 * 60));

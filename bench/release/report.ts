import type { Tables } from '../cost/document.ts';
import { grouped } from '../cost/format.ts';
import type { Row } from '../print-table.ts';
import { noticedByApiAlarm, noticedByOwnAlarm, noticedByWaves } from './detection-model.ts';

const REQUESTS_PER_MINUTE = [3, 30, 300, 3_000, 300_000];
/** Of the stage's requests; the last is what each of 45 functions gets if all get the same. */
const SHARES = { '100 %': 1, '5 %': 0.05, '1 %': 0.01, '1 of 45': 1 / 45 } as const;
const FAILING = { 'all fail': 1, '1 in 10 fails': 0.1 } as const;

/** The tables of docs/deploy.md: how probable it is that a bad release is taken back by itself. */
export function detectionTables(): Tables {
  return { detection: functionRows(), 'detection-of-all': stageRows() };
}

/** One function is bad. */
function functionRows(): Row[] {
  return REQUESTS_PER_MINUTE.flatMap((requestsPerMinute) =>
    Object.entries(SHARES).map(([shareText, share]) => ({
      'requests a minute': grouped(requestsPerMinute),
      'its share': shareText,
      ...columns((failing) => {
        const release = { requestsPerMinute, share, failing };
        return [noticedByApiAlarm(release), noticedByOwnAlarm(release)];
      }),
    })),
  );
}

/** All functions are. */
function stageRows(): Row[] {
  return REQUESTS_PER_MINUTE.map((requestsPerMinute) => ({
    'requests a minute': grouped(requestsPerMinute),
    ...columns((failing) => {
      const release = { requestsPerMinute, failing };
      return [noticedByApiAlarm({ ...release, share: 1 }), noticedByWaves(release)];
    }),
  }));
}

function columns(noticed: (failing: number) => readonly [before: number, now: number]): Row {
  return Object.fromEntries(
    Object.entries(FAILING).flatMap(([name, failing]) => {
      const [before, now] = noticed(failing);
      return [
        [`${name}: before`, probabilityText(before)],
        [`${name}: now`, probabilityText(now)],
      ];
    }),
  );
}

/** In percent with one decimal; what is not certain never reads so. */
export function probabilityText(probability: number): string {
  if (probability > 0 && probability < 0.0005) return '<0.1 %';
  if (probability < 1 && probability > 0.9995) return '99.9 %';
  return `${grouped(probability * 100, 1)} %`;
}

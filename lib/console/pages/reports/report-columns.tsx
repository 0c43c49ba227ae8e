import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { ResponseTimeGroup } from '../../../client/index.ts';
import { ScreenLink } from '../../components/link.tsx';
import type { Column } from '../../components/table.tsx';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './reports-texts.ts';
import { responseText, shareWithin } from './response-text.ts';

/** A group with its name. */
export interface ReportRow extends ResponseTimeGroup {
  readonly id: string;
  readonly label: string;
}

type Numbers = Pick<
  ReportRow,
  | 'alerts'
  | 'acknowledged'
  | 'unanswered'
  | 'resolved'
  | 'false_alarms'
  | 'escalated'
  | 'on_test'
  | 'machine_resolved'
>;

const COUNTS: readonly (readonly [string, keyof Numbers])[] = [
  [texts.resolved, 'resolved'],
  [texts.falseAlarms, 'false_alarms'],
  [texts.escalated, 'escalated'],
];

const LIMITS = [30, 60, 90, 180] as const;
const PERCENTILES = [
  [50, 'p50_seconds'],
  [90, 'p90_seconds'],
  [99, 'p99_seconds'],
] as const;

export function reportColumns(grouping: string): Column<ReportRow>[] {
  const count = (title: string, name: keyof Numbers): Column<ReportRow> => ({
    title,
    isNumber: true,
    cell: (row) => formatNumber(row[name]),
  });
  return [
    { title: grouping, cell: ({ label }) => label },
    count(texts.alerts, 'alerts'),
    count(texts.acknowledged, 'acknowledged'),
    {
      title: texts.unanswered,
      isNumber: true,
      cell: ({ unanswered }) =>
        unanswered > 0 ? <span class="mark mark-bad">{formatNumber(unanswered)}</span> : formatNumber(0),
    },
    ...LIMITS.map(
      (limit): Column<ReportRow> => ({
        title: texts.within(String(limit)),
        isNumber: true,
        cell: (row) => shareWithin(limit, row),
      }),
    ),
    ...PERCENTILES.map(
      ([percent, name]): Column<ReportRow> => ({
        title: texts.percentile(String(percent)),
        isNumber: true,
        cell: (row) => responseText(row[name]),
      }),
    ),
    ...COUNTS.map(([title, name]) => count(title, name)),
    {
      title: texts.testOrMachine,
      isNumber: true,
      cell: ({ on_test, machine_resolved }) => `${formatNumber(on_test)} / ${formatNumber(machine_resolved)}`,
    },
    {
      title: texts.longest,
      cell: ({ longest, label }) => (
        <span class="longest">
          {longest.map((alertId, place) => (
            <ScreenLink key={alertId} to={{ ...DESK, alertId }}>
              <span aria-hidden="true">{place + 1}</span>
              <span class="unseen">{texts.alert(String(place + 1), label)}</span>
            </ScreenLink>
          ))}
        </span>
      ),
    },
  ];
}

/** The alert desk, which shows an alert next to its list. */
export const DESK = { view: 'alerts', itemId: undefined, since: undefined, until: undefined } as const;

/** What a report is about, which its file says in each row: a row may be copied elsewhere. */
interface ReportHead {
  readonly tenant: string;
  readonly since: string;
  readonly until: string;
  readonly timeZone: string;
  /** The address of an alert. */
  readonly linkTo: (alertId: string) => string;
}

export function reportCsv(
  grouping: string,
  { tenant, since, until, timeZone, linkTo }: ReportHead,
): CsvColumn<ReportRow>[] {
  const count = (title: string, name: keyof Numbers): CsvColumn<ReportRow> => ({
    title,
    value: (row) => row[name],
  });
  return [
    { title: grouping, value: ({ label }) => label },
    count(texts.alerts, 'alerts'),
    count(texts.acknowledged, 'acknowledged'),
    count(texts.unanswered, 'unanswered'),
    ...LIMITS.map(
      (limit): CsvColumn<ReportRow> => ({
        title: texts.within(String(limit)),
        value: ({ within }) => within[limit],
      }),
    ),
    ...PERCENTILES.map(
      ([percent, name]): CsvColumn<ReportRow> => ({
        title: `${texts.percentile(String(percent))} (s)`,
        value: (row) => row[name],
      }),
    ),
    ...COUNTS.map(([title, name]) => count(title, name)),
    count(texts.onTest, 'on_test'),
    count(texts.machine, 'machine_resolved'),
    // A cell of a spreadsheet makes one link.
    { title: texts.longest, value: ({ longest: [first] }) => first && linkTo(first) },
    { title: texts.tenant, value: () => tenant },
    { title: texts.since, value: () => since },
    { title: texts.until, value: () => until },
    { title: texts.timeZone, value: () => timeZone },
  ];
}

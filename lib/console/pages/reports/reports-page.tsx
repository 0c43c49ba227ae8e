import { useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { dayAfter, daysOfZone } from '../../../../shared/statistics/zone-days.ts';
import type { AlertSeverity, ResponseTimeGroup } from '../../../client/index.ts';
import { Chart } from '../../components/chart.tsx';
import { Day } from '../../components/day.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { SiteFilter } from '../../components/site-filter.tsx';
import { Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { useTenantZone } from '../../hooks/use-tenant-zone.ts';
import { dateText } from '../../state/local-time.ts';
import { changedScreen, screenUrl } from '../../state/screen.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel } from '../../state/words.ts';
import { desk } from '../../texts/desk.ts';
import { formatNumber } from '../../texts/language.ts';
import { LateClosings } from './late-closings.tsx';
import { DESK, type ReportRow, reportColumns, reportCsv } from './report-columns.tsx';
import { daysOf, PRESETS, presetRange, reportRange } from './report-range.ts';
import { texts } from './reports-texts.ts';
import { responseText } from './response-text.ts';

const GROUPINGS = ['none', 'day', 'site', 'device', 'type', 'severity', 'user'] as const;

/** The maximum number of bars; more would be thinner than a line. */
const MOST_BARS = 400;

const dayText = (day: string) => dateText(day, { dateStyle: 'medium' });

/** How soon people respond, by days of the time zone that a tab sets; print, CSV. */
export function ReportsPage(props: PageProps) {
  const { value: tenant, error, again } = useTenantZone();
  return tenant ? (
    <Report {...props} tenantZone={tenant.timeZone} />
  ) : (
    <PageLayout title={props.title}>
      <Reading error={error} again={again} />
    </PageLayout>
  );
}

function Report(props: PageProps & { readonly tenantZone: string | null }) {
  const { guard, user, screen, change, tenantId } = useConsole();
  const { now, title, tenantZone } = props;
  const { siteId, itemId } = screen;
  const timeZone = tenantZone ?? 'UTC';
  const today = useMemo(() => daysOfZone(timeZone), [timeZone]).at(now);
  const groupings = GROUPINGS.filter(
    (it) => it !== 'user' || isPermitted(user.role, 'statistics:read_people'),
  );
  const grouping = groupings.find((it) => it === itemId) ?? 'none';
  const { since, until } = reportRange(
    { ...(screen.since ? { since: screen.since } : {}), ...(screen.until ? { until: screen.until } : {}) },
    today,
  );
  const sites = useSites(guard, tenantId, true);
  const {
    value: report,
    error,
    again,
  } = useRead(
    async (signal) => {
      const days = { since, until: dayAfter(until, 1), time_zone: timeZone };
      const filters = { ...days, site_id: siteId, tenant_id: tenantId };
      const ask = (groupBy: (typeof GROUPINGS)[number]) =>
        guard.statistics.getResponseTimes({ ...filters, group_by: groupBy }, { signal });
      // Percentiles cannot be added up, so the service answers those of all groups together, too.
      const always = { none: ask('none'), day: ask('day') };
      const chosen = grouping === 'none' || grouping === 'day' ? always[grouping] : ask(grouping);
      const [total, byDay, groups] = await Promise.all([always.none, always.day, chosen]);
      return { chosen: groups.groups, byDay: byDay.groups, total: total.groups, tenant: total.tenant_name };
    },
    [guard, tenantId, since, until, timeZone, siteId, grouping],
  );
  const rows = useMemo(
    () => (report ? report.chosen.map((group) => rowOf(group, grouping)) : []),
    [report, grouping],
  );
  const total =
    report && rows.length > 1 ? report.total.map((group) => ({ ...rowOf(group, 'none'), id: TOTAL })) : [];
  const columns = useMemo(() => reportColumns(texts.groups[grouping]), [grouping]);
  const siteName = sites.value?.find(({ id }) => id === siteId)?.name;
  const preset = PRESETS.find((it) => {
    const range = presetRange(it, today);
    return range.since === since && range.until === until;
  });
  const days = daysOf({ since, until }, MOST_BARS);
  const pages = async function* () {
    yield rows;
  };
  return (
    <PageLayout
      title={title}
      actions={
        <>
          <ExportButton
            name="response-times"
            columns={reportCsv(texts.groups[grouping], {
              tenant: report?.tenant ?? '',
              since,
              until,
              timeZone,
              linkTo: (alertId) =>
                new URL(
                  location.pathname + screenUrl(changedScreen(screen, { ...DESK, alertId })),
                  location.href,
                ).href,
            })}
            pages={pages}
          />
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
        </>
      }
    >
      <p class="paper-head">
        <strong>{report?.tenant}</strong> {texts.range(dayText(since), dayText(until), timeZone)}
      </p>
      <p>
        {texts.about(timeZone)}{' '}
        {tenantZone === null && isPermitted(user.role, 'tenants:update_time_zone') && (
          <ScreenLink to={{ view: 'time-zone', itemId: undefined, siteId: undefined }}>
            {texts.setTimeZone}
          </ScreenLink>
        )}
      </p>
      <div class="list-bar report-filters">
        <label>
          {texts.group}{' '}
          <select
            value={grouping}
            onChange={({ currentTarget: { value } }) =>
              change({ itemId: value === 'none' ? undefined : value })
            }
          >
            {groupings.map((it) => (
              <option key={it} value={it}>
                {texts.groups[it]}
              </option>
            ))}
          </select>
        </label>
        <SiteFilter sites={sites.value} />
        <label>
          {texts.period}{' '}
          <select
            value={preset ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const chosen = PRESETS.find((it) => it === value);
              if (chosen) change(presetRange(chosen, today));
            }}
          >
            {!preset && <option value="">{texts.own}</option>}
            {PRESETS.map((it) => (
              <option key={it} value={it}>
                {texts.presets[it]}
              </option>
            ))}
          </select>
        </label>
        <Day label={texts.since} value={since} onChange={(day) => change({ since: day }, 'in place')} />
        <Day label={texts.until} value={until} onChange={(day) => change({ until: day }, 'in place')} />
      </div>
      <Panel title={texts.range(dayText(since), dayText(until), timeZone)}>
        <p class="muted">{siteName ?? siteId ?? desk.list.allSites}</p>
        {!report && <Reading error={error} again={again} />}
        {report && report.byDay.length === 0 && <p class="empty">{texts.none}</p>}
        {report && report.byDay.length > 0 && (
          <>
            {days && (
              <figure class="day-figure">
                <figcaption class="muted">{texts.perDay}</figcaption>
                <DayBars days={days} groups={report.byDay} />
              </figure>
            )}
            <div class="report-table">
              <Table caption={title} columns={columns} rows={[...rows, ...total]} />
            </div>
            <p class="muted">{texts.apart}</p>
          </>
        )}
      </Panel>
      <LateClosings {...props} since={since} until={until} timeZone={timeZone} />
    </PageLayout>
  );
}

type Grouping = keyof typeof texts.groups;

/** The id of the row with the numbers of all groups. No group has it. */
const TOTAL = 'total';

const rowOf = (group: ResponseTimeGroup, grouping: Grouping): ReportRow => ({
  ...group,
  id: group.key ?? '',
  label: groupLabel(group, grouping, dayText),
});

/** The name of a group in a report. */
export function groupLabel(
  { key, name }: Pick<ResponseTimeGroup, 'key' | 'name'>,
  grouping: Grouping,
  dayText: (day: string) => string,
): string {
  if (grouping === 'none') return texts.groups.none;
  if (key === null && grouping === 'device') return desk.list.noDevice;
  if (key === null) return grouping === 'user' ? texts.nobody : texts.others;
  if (grouping === 'day') return dayText(key);
  if (grouping === 'user') return name ?? texts.unknown;
  const severity = SEVERITIES.find((it): it is AlertSeverity => it === key);
  if (grouping === 'severity' && severity) return severityLabel(severity);
  return name ?? key;
}

interface DayBarsProps {
  readonly days: readonly string[];
  /** The groups of the days that have alerts. */
  readonly groups: readonly ResponseTimeGroup[];
}

/** A bar for each day: its alerts, and the part of them to which somebody responded within 90 seconds. */
function DayBars({ days, groups }: DayBarsProps) {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const most = Math.max(1, ...groups.map(({ alerts }) => alerts));
  const named = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter((it) => it !== undefined);
  const bars = days.map((day) => {
    const { alerts = 0, unanswered = 0, within, p90_seconds = null } = byDay.get(day) ?? {};
    const soon = within?.[90] ?? 0;
    const name = dayText(day);
    const title = texts.bar(
      name,
      formatNumber(alerts),
      formatNumber(soon),
      formatNumber(unanswered),
      responseText(p90_seconds),
    );
    return { id: day, name, title, counts: [soon, alerts - soon - unanswered, unanswered] };
  });
  return (
    <Chart
      label={texts.chart(formatNumber(most))}
      series={[
        { name: texts.soon, class: 'bar-soon' },
        { name: texts.later, class: 'bar-later' },
        { name: texts.unanswered, class: 'bar-unanswered' },
      ]}
      bars={bars}
      names={[...new Set(named)].map(dayText)}
    />
  );
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { NoSites } from '../components/no-sites.tsx';
import { TestNotice } from '../components/test-notice.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { useLookedAt } from '../hooks/use-looked-at.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { problemText } from '../services/problem.ts';
import {
  GROUPINGS,
  type Grouping,
  groupAlerts,
  groupRows,
  isGroup,
  type ListRow,
} from '../state/alert-groups.ts';
import { emptyText, hiddenCritical, isParked, listedAlerts, matchingAlerts } from '../state/alerts.ts';
import { startOfDay } from '../state/local-time.ts';
import { mayAct } from '../state/may-act.ts';
import { type LookedAt, nextRinging } from '../state/ringing.ts';
import { NO_FILTER, type Screen } from '../state/screen.ts';
import { choose, chooseAll, NOTHING_SELECTED } from '../state/selection.ts';
import { needsAttention } from '../state/sound-schedule.ts';
import { desk } from '../texts/desk.ts';
import { AlertDetail } from './alert-detail.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { AlertRows } from './alert-rows.tsx';
import { DeskBar } from './desk-bar.tsx';
import type { DeskProps } from './desk-props.ts';
import { useAfterDesk } from './use-after-desk.ts';

interface ListProps extends DeskProps {
  readonly lookedAt: LookedAt;
  readonly ringing: number;
  readonly onNextRinging: () => void;
}

/** Alerts to watch, acknowledge and resolve. */
export function AlertsPage(props: DeskProps) {
  const { screen, change, user } = useConsole();
  const { alerts, preferences, areShortcutsOn } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const watched = useMemo(() => alerts.find(({ id }) => id === screen.alertId), [alerts, screen.alertId]);
  const [lookedAt, look] = useLookedAt(preferences, user.id, alerts, watched);
  const ringing = useMemo(() => alerts.filter(needsAttention).length, [alerts]);

  function onNextRinging() {
    const next = nextRinging(alerts, lookedAt, screen.alertId);
    if (!next) return;
    look(next);
    const isListed = screen.status !== 'resolved' && matchingAlerts([next], screen).length > 0;
    if (next.id !== screen.alertId) change({ ...(isListed ? {} : NO_FILTER), alertId: next.id });
    else document.getElementById('detail-heading')?.focus();
  }
  useShortcuts(areShortcutsOn, { ringing: onNextRinging });
  const lists = { ...props, lookedAt, ringing, onNextRinging };

  function close() {
    change({ alertId: undefined });
    // A list with rows takes the focus itself.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  }

  return (
    <main class={screen.alertId ? 'alerts-view with-detail' : 'alerts-view'}>
      <h1 id="alerts-heading" ref={heading} tabIndex={-1} class="unseen">
        {desk.list.alerts}
      </h1>
      <section class="listed" aria-labelledby="alerts-heading">
        <SitesOnTest {...props} />
        <AlertFilters {...props} />
        <HiddenCritical {...props} />
        {screen.status === 'resolved' ? (
          <ResolvedAlertList key={filtersOf(screen)} {...lists} />
        ) : (
          <OpenAlertList {...lists} />
        )}
      </section>
      {screen.alertId && (
        <AlertDetail
          key={screen.alertId}
          {...props}
          alertId={screen.alertId}
          watched={watched}
          onClose={close}
        />
      )}
    </main>
  );
}

function SitesOnTest({ tests, sites }: DeskProps) {
  const { screen } = useConsole();
  const now = useNow();
  return (
    <TestNotice
      tests={tests.running.filter(({ site_id }) => !screen.siteId || site_id === screen.siteId)}
      now={now}
      siteOf={(id) => sites.value?.find((site) => site.id === id)}
      isNamed
    />
  );
}

/** The key of a list: other filters are a new component, which a late page of the former one cannot reach. */
function filtersOf({ severities, siteId, type, since, until }: Screen): string {
  return JSON.stringify([severities, siteId, type, since, until]);
}

/** Warns that the filters hide unacknowledged critical alerts. */
function HiddenCritical({ alerts }: DeskProps) {
  const { screen, change } = useConsole();
  const hidden = hiddenCritical(alerts, screen);
  return (
    <div role="alert">
      {hidden > 0 && (
        <p class="notice hidden-critical">
          {desk.list.hidden(hidden)}{' '}
          <button type="button" onClick={() => change(NO_FILTER)}>
            {desk.list.showAll}
          </button>
        </p>
      )}
    </div>
  );
}

const NO_GROUPS: ReadonlySet<string> = new Set();

/**
 * The listed alerts in groups, which are folded until they are opened. The URL says what groups them; without it, the choice
 * that is remembered for each person counts, and the URL says it from then on.
 */
function useGroups(listed: readonly Alert[], { preferences }: DeskProps) {
  const { user, screen, change } = useConsole();
  const { alertId, by } = screen;
  const name = `group-by ${user.id}`;
  const chosen = by ?? preferences.read(name);
  const grouping = GROUPINGS.find((it) => it === chosen) ?? 'none';
  useEffect(() => {
    if (by === undefined && grouping !== 'none') change({ by: grouping }, 'in place');
  }, [by, grouping, change]);
  const [open, setOpen] = useState(NO_GROUPS);
  const groups = useMemo(
    () => (grouping === 'none' ? undefined : groupAlerts(listed, grouping)),
    [listed, grouping],
  );
  const rows: readonly ListRow[] = useMemo(
    () => (groups ? groupRows(groups, open) : listed),
    [groups, listed, open],
  );
  const toggle = useCallback(
    (id: string) => setOpen((before) => chooseAll({ ids: before, anchor: undefined }, [id]).ids),
    [],
  );
  // The group of an alert that opens is open.
  const around = groups?.find(({ alerts }) => alerts.some(({ id }) => id === alertId))?.id;
  useEffect(() => {
    if (around !== undefined) setOpen((before) => new Set(before).add(around));
  }, [around, alertId]);
  const onGroup = (next: Grouping) => {
    preferences.write(name, next);
    change({ by: next === 'none' ? undefined : next }, 'in place');
    setOpen(NO_GROUPS);
  };
  return { grouping, onGroup, rows, groups: groups && { open, toggle } };
}

function OpenAlertList(props: ListProps) {
  const { screen, user } = useConsole();
  const { alerts, snapshot, isCapped, sites, actions, lookedAt } = props;
  const { status, severities, siteId, type, holderId, search, since, until } = screen;
  const listed = useMemo(
    () => listedAlerts(alerts, { status, severities, siteId, type, holderId, search, since, until }),
    [alerts, status, severities, siteId, type, holderId, search, since, until],
  );
  const parked = useMemo(() => alerts.filter(isParked).length, [alerts]);
  const [selection, select] = useState(NOTHING_SELECTED);
  const { rows, groups, ...grouped } = useGroups(listed, props);
  const onSelect = (row: ListRow, isRange: boolean) =>
    select((before) => {
      if (isGroup(row)) return chooseAll(before, idsOf([row]));
      return choose(before, row.id, isRange, idsOf(rows));
    });
  if (!snapshot) return <p class="empty">{desk.list.reading}</p>;
  if (alerts.length === 0 && sites.value?.length === 0) return <NoSites role={user.role} />;
  const isActing = mayAct(user.role);
  return (
    <>
      {isCapped && <p class="notice">{desk.list.capped}</p>}
      <DeskBar
        {...props}
        {...grouped}
        listed={listed}
        selection={selection}
        onSelect={select}
        mayAct={isActing}
      />
      {listed.length === 0 && (
        <p class="empty">
          {emptyText(
            status === 'parked' ? alerts.length : alerts.length - parked,
            snapshot.connection,
            sites.value?.length,
          )}
        </p>
      )}
      <AlertRows
        {...props}
        rows={rows}
        groups={groups}
        lookedAt={lookedAt}
        rowActions={{ acting: isActing ? actions : undefined, selected: selection.ids, onSelect }}
      />
    </>
  );
}

/** The ids of the alerts of rows, in their order. Those of an open group are rows of their own. */
const idsOf = (rows: readonly ListRow[]): string[] => [
  ...new Set(rows.flatMap((row) => (isGroup(row) ? row.alerts : [row])).map(({ id }) => id)),
];

const PAGE = 50;
const EVERY_MS = 30_000;

/** The resolved alerts, newest first, page by page. They are polled, not watched. Each choice of filters has its own list. */
function ResolvedAlertList(props: ListProps) {
  const { guard, screen, tenantId } = useConsole();
  const { siteId, type, since, until } = screen;
  const afterDesk = useAfterDesk();
  const severity = screen.severities.join(',');
  const readPage = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => {
      const severities = screen.severities.length > 0 ? screen.severities : undefined;
      const days = { since: since && startOfDay(since), until: until && startOfDay(until, 1) };
      const filters = { status: 'resolved', limit: PAGE, type, severity: severities, ...days } as const;
      const list = siteId
        ? guard.alerts.listOfSite(siteId, filters, { signal })
        : guard.alerts.list({ ...filters, tenant_id: tenantId }, { signal });
      return list.page(cursor);
    },
    // `severity` changes with `screen.severities`.
    [guard, siteId, type, severity, since, until, tenantId],
  );
  const { value: first, error } = usePolled((signal) => readPage(undefined, signal), EVERY_MS, [readPage]);
  const [older, setOlder] = useState<{ readonly alerts: readonly Alert[]; readonly cursor: string | null }>();
  const [problem, setProblem] = useState<string>();

  const cursor = older ? older.cursor : first?.meta.next_cursor;
  async function readOlder() {
    if (!cursor) return;
    setProblem(undefined);
    try {
      const page = await readPage(cursor);
      // Listed alerts stay listed, even if newer ones have pushed them out of the first page.
      setOlder({ alerts: [...listed, ...page.data], cursor: page.meta.next_cursor });
    } catch (failure) {
      setProblem(problemText(failure));
    }
  }

  const listed = withoutDuplicates([...(first?.data ?? []), ...(older?.alerts ?? [])]);
  const failed = problem ?? (error === undefined ? undefined : problemText(error));
  return (
    <>
      {failed && (
        <p class="problem" role="alert">
          {failed}
        </p>
      )}
      <div class="desk-bar">{afterDesk && <afterDesk.ExportAlerts />}</div>
      {!first && !failed && <p class="empty">{desk.list.reading}</p>}
      {first && listed.length === 0 && <p class="empty">{desk.list.noneResolved}</p>}
      {listed.length > 0 && <AlertRows {...props} rows={listed} />}
      {cursor && (
        <button type="button" class="more" onClick={readOlder}>
          {desk.list.older}
        </button>
      )}
    </>
  );
}

/** The first page is polled, so it may overlap with the older pages. */
function withoutDuplicates(alerts: readonly Alert[]): Alert[] {
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()];
}

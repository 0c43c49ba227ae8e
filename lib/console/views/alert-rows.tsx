import { BellRing, ChevronDown, ChevronRight } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { Instant, LiveAge, shortly } from '../components/instant.tsx';
import { ScreenLink } from '../components/link.tsx';
import { Severity } from '../components/severity.tsx';
import type { Actions } from '../hooks/use-actions.ts';
import { useConsole } from '../hooks/use-console.ts';
import { useDrawnRows } from '../hooks/use-drawn-rows.ts';
import { useTimed } from '../hooks/use-now.ts';
import { useRowFocus } from '../hooks/use-row-focus.ts';
import { useRowsInPlace } from '../hooks/use-rows-in-place.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { useStyleNumber } from '../hooks/use-style-number.ts';
import { type AlertGroup, isGroup, type ListRow } from '../state/alert-groups.ts';
import { countUnopened, isNew, type LookedAt } from '../state/ringing.ts';
import {
  cancelWords,
  isCancelled,
  isRestored,
  messageOf,
  placeOf,
  resolutionLabel,
  resolverLabel,
  statusLabel,
  typeLabel,
} from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import type { DeskProps } from './desk-props.ts';
import { SelectBox } from './select-box.tsx';

/** The actions of the rows. */
interface RowActions {
  /** Undefined for users who may not act on alerts. */
  readonly acting: Actions | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (row: ListRow, isRange: boolean) => void;
}

/** The groups among the rows. */
interface RowGroups {
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

interface AlertRowsProps extends Pick<DeskProps, 'areShortcutsOn'> {
  readonly rows: readonly ListRow[];
  readonly lookedAt: LookedAt;
  readonly rowActions?: RowActions;
  readonly groups?: RowGroups | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const FOLDS: Readonly<Record<string, boolean>> = { ArrowRight: true, ArrowLeft: false };

/**
 * One row for each alert, and one for each group. Only the rows near the view are drawn, so that a storm does not slow the
 * page down.
 */
export function AlertRows(props: AlertRowsProps) {
  const { screen, change } = useConsole();
  const { rows, areShortcutsOn, lookedAt, rowActions, groups } = props;
  const list = useRef<HTMLOListElement>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  useStyleNumber(list, '--rows', ids.length);
  useRowsInPlace(list, ids, screen.alertId);
  const drawn = useDrawnRows(list, ids.length);
  const { id: focusedId, focusRow } = useRowFocus(list, ids);
  const focused = focusedId === undefined ? -1 : ids.indexOf(focusedId);
  const opened = screen.alertId === undefined ? -1 : ids.indexOf(screen.alertId);
  useFocusOfClosed(screen.alertId, rows, focusRow);

  const isInList = () => list.current?.contains(document.activeElement) ?? false;
  function step(by: number) {
    const from = isInList() ? focused : opened;
    const next = ids[Math.min(Math.max(from + by, 0), ids.length - 1)];
    if (next !== undefined) focusRow(next);
  }

  /** The row that a key acts on: the one in focus, otherwise that of the open alert. */
  const target = () => rows[isInList() ? focused : opened];
  async function acknowledge(acting: Actions) {
    const row = target();
    const active = row && alertsOf(row).filter(({ status }) => status === 'active');
    if (!row || !active || active.length === 0) return;
    if (isGroup(row)) return acting.ask(active, undefined, 'acknowledge', countUnopened(active, lookedAt));
    const place = ids.indexOf(row.id);
    const next = ids[place + 1] ?? ids[place - 1];
    const wasInList = isInList();
    const isDone = await acting.acknowledge(active);
    // The focus stays where the user has moved it meanwhile.
    const element = list.current?.querySelector(`[data-item="${row.id}"]`);
    if (isDone && wasInList && next !== undefined && element === document.activeElement) focusRow(next);
  }
  const acting = rowActions?.acting;
  useShortcuts(areShortcutsOn, {
    next: () => step(1),
    previous: () => step(-1),
    ...(rowActions &&
      acting && {
        acknowledge: () => void acknowledge(acting),
        resolve: () => {
          const row = target();
          const open = row ? alertsOf(row).filter(({ status }) => status !== 'resolved') : [];
          if (open.length > 0) acting.ask(open, undefined, 'resolve', countUnopened(open, lookedAt));
        },
        park: () => {
          const row = target();
          if (!row || isGroup(row) || row.status !== 'acknowledged') return;
          change({ alertId: row.id });
          acting.askPark(row.id);
        },
        select: () => {
          const row = target();
          if (row) rowActions.onSelect(row, false);
        },
      }),
  });

  /** The arrow keys to the sides open and fold a group, and lead from an alert to its group. */
  function fold(isOpening: boolean): boolean {
    const place = rows.findLastIndex((row, at) => at <= focused && isGroup(row));
    const group = rows[place];
    if (!groups || !group || (isOpening && place !== focused)) return false;
    if (place !== focused) focusRow(group.id);
    else if (groups.open.has(group.id) !== isOpening) groups.toggle(group.id);
    return true;
  }

  const places = Array.from({ length: drawn.end - drawn.first }, (_, row) => drawn.first + row);
  for (const place of new Set([focused, opened])) {
    if (place >= 0 && place < drawn.first) places.unshift(place);
    if (place >= drawn.end) places.push(place);
  }
  return (
    <ol
      class="alert-rows"
      ref={list}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (focused < 0) return;
        const by = STEPS[event.key];
        const isOpening = FOLDS[event.key];
        if (by !== undefined) step(by);
        else if (isOpening === undefined || !fold(isOpening)) return;
        event.preventDefault();
      }}
    >
      {places.map((place) => {
        const row = rows[place];
        if (!row) return undefined;
        const isSelected = (alert: Alert) => rowActions?.selected.has(alert.id) ?? false;
        const alerts = alertsOf(row);
        const selected = alerts.filter(isSelected).length;
        return (
          <Row
            key={row.id}
            place={place}
            count={ids.length}
            isGrouped={groups !== undefined && !isGroup(row)}
            box={
              acting &&
              rowActions && (
                <SelectBox
                  class="select-row"
                  label={desk.list.select(isGroup(row) ? row.name : messageOf(row))}
                  areAll={selected === alerts.length}
                  areSome={selected > 0}
                  onPress={(isRange) => rowActions.onSelect(row, isRange)}
                />
              )
            }
          >
            {isGroup(row) ? (
              <GroupRow
                group={row}
                fresh={row.alerts.filter((alert) => isNew(alert, lookedAt)).length}
                isOpen={groups?.open.has(row.id) ?? false}
                onToggle={() => groups?.toggle(row.id)}
              />
            ) : (
              <AlertRow
                alert={row}
                isNew={isNew(row, lookedAt)}
                isUnsent={acting?.unsent.has(row.id) ?? false}
              />
            )}
          </Row>
        );
      })}
    </ol>
  );
}

const alertsOf = (row: ListRow): readonly Alert[] => (isGroup(row) ? row.alerts : [row]);

/**
 * Moves the focus from a closed alert to its row. An alert that was acknowledged or resolved meanwhile has another place: then
 * the focus moves to the row in its former place, which is the next one to work on.
 */
function useFocusOfClosed(
  openId: string | undefined,
  rows: readonly ListRow[],
  focusRow: (id: string) => void,
): void {
  const before = useRef<(Pick<Alert, 'id' | 'status'> & { readonly place: number }) | undefined>(undefined);
  useLayoutEffect(() => {
    const opened = before.current;
    const id = openId ?? opened?.id;
    const place = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
    const row = rows[place];
    const alert = row && !isGroup(row) ? row : undefined;
    if (openId !== undefined) {
      if (alert && (opened?.id !== openId || opened.status === alert.status)) {
        before.current = { id: openId, status: alert.status, place };
      } else if (opened?.id !== openId) before.current = undefined;
      return;
    }
    before.current = undefined;
    if (!opened || (document.activeElement ?? document.body) !== document.body) return;
    const isUnchanged = alert?.status === opened.status;
    const next = isUnchanged ? alert : rows[Math.min(opened.place, rows.length - 1)];
    if (next) focusRow(next.id);
  });
}

interface RowProps {
  /** Its place in the list, from 0. */
  readonly place: number;
  readonly count: number;
  /** Whether it is an alert of the group above it. */
  readonly isGrouped: boolean;
  readonly box: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A row at its place among all rows. Only few rows are drawn. */
function Row({ place, count, isGrouped, box, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useStyleNumber(row, '--place', place);
  return (
    <li class={isGrouped ? 'in-group' : undefined} aria-posinset={place + 1} aria-setsize={count} ref={row}>
      {box}
      {children}
    </li>
  );
}

function ParkedUntil({ at }: { readonly at: string }) {
  return <time dateTime={at}>{useTimed((now) => shortly(new Date(at), now))}</time>;
}

/** The status of an alert and who set it; for a resolved alert also its outcome and time. */
function AlertState({ alert }: { readonly alert: Alert }) {
  const { status, resolution, resolved_at, acknowledged_by_name } = alert;
  if (status === 'active') return null;
  const by = status === 'resolved' ? resolverLabel(alert) : acknowledged_by_name;
  return (
    <span class="muted">
      {statusLabel(status)}
      {status === 'resolved' && resolution && `: ${resolutionLabel(resolution)}`}
      {by && ` ${desk.detail.by(by)}`}
      {status === 'resolved' && resolved_at && (
        <>
          , <Instant at={resolved_at} />
        </>
      )}
    </span>
  );
}

/** Marks what rings and is new, by a shape and a word. */
function NewMark({ children }: { readonly children: ComponentChildren }) {
  return (
    <span class="new-mark">
      <BellRing aria-hidden="true" />
      {children}
    </span>
  );
}

interface AlertRowProps {
  readonly alert: Alert;
  readonly isNew: boolean;
  /** Whether it was acknowledged here without a connection. */
  readonly isUnsent: boolean;
}

/** One alert of a list. */
function AlertRow({ alert, isNew, isUnsent }: AlertRowProps) {
  const { screen } = useConsole();
  return (
    <ScreenLink
      class={`alert-row status-${alert.status} of-${alert.severity}`}
      to={{ alertId: alert.id }}
      item={alert.id}
      isCurrent={screen.alertId === alert.id}
    >
      <span class="gravity">
        <Severity severity={alert.severity} />
        {isNew && <NewMark>{desk.list.isNew}</NewMark>}
      </span>
      <span class="what">
        <span class="message">{messageOf(alert)}</span>
        <span class="muted">
          {typeLabel(alert.type)}
          {alert.parked && ` · ${alert.parked.reason}`}
        </span>
      </span>
      <span class="where">
        <span>{alert.site_name}</span>
        <span class="muted">{placeOf(alert)}</span>
      </span>
      <span class="state">
        {alert.occurrences > 1 && <span class="occurrences">{desk.list.times(alert.occurrences)}</span>}
        {alert.escalation_level > 0 && alert.status === 'active' && (
          <span class="escalated">{desk.detail.escalated}</span>
        )}
        {isUnsent && <span class="not-sent">{desk.unsent.notSent}</span>}
        {alert.drill && <span class="drill">{desk.drill.mark}</span>}
        {alert.parked && (
          <span class="parked">
            {desk.list.parkedUntil} <ParkedUntil at={alert.parked.until} />
          </span>
        )}
        {isRestored(alert) && <span class="restored">{desk.events.restored}</span>}
        {isCancelled(alert) && <span class="restored">{cancelWords(alert)}</span>}
        <AlertState alert={alert} />
      </span>
      <span class="age">
        <LiveAge since={alert.created_at} />
      </span>
    </ScreenLink>
  );
}

interface GroupRowProps {
  readonly group: AlertGroup;
  /** The number of its alerts that are new. */
  readonly fresh: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Several alerts in one row, which opens. */
function GroupRow({ group, fresh, isOpen, onToggle }: GroupRowProps) {
  const { active, acknowledged, critical } = group;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      class={`alert-row group-row status-${active > 0 ? 'active' : 'acknowledged'} of-${group.severity}`}
      data-item={group.id}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span class="gravity">
        <Severity severity={group.severity} />
        {fresh > 0 && <NewMark>{desk.list.areNew(fresh)}</NewMark>}
      </span>
      <span class="what">
        <span class="message">
          <Chevron aria-hidden="true" /> {group.name}
        </span>
        <span class="muted">{group.place}</span>
      </span>
      <span class="where">
        <span>{desk.list.waiting(active)}</span>
        <span class="muted">{acknowledged > 0 && desk.list.taken(acknowledged)}</span>
      </span>
      <span class="state">
        {critical > 0 && <span class="escalated">{desk.list.critical(critical)}</span>}
      </span>
      <span class="age">
        <LiveAge since={group.newest} />
      </span>
    </button>
  );
}

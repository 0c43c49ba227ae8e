import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import type { Actions } from '../hooks/use-actions.ts';
import { useDeskKeys } from '../hooks/use-desk-keys.ts';
import { useDrawnRows } from '../hooks/use-drawn-rows.ts';
import { useRowFocus } from '../hooks/use-row-focus.ts';
import { useStyleNumber } from '../hooks/use-style-number.ts';
import { Age, Instant } from '../parts/instant.tsx';
import { ScreenLink } from '../parts/link.tsx';
import { Severity } from '../parts/severity.tsx';
import { placeOf, resolutionLabel, resolverLabel, statusLabel, typeLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import type { DeskProps } from './desk-props.ts';

/** The actions of the rows. */
interface RowActions {
  /** Undefined for users who may not act on alerts. */
  readonly acting: Actions | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isRange: boolean) => void;
}

interface AlertRowsProps extends Pick<DeskProps, 'screen' | 'change' | 'now' | 'areKeysOn'> {
  readonly listed: readonly Alert[];
  readonly rowActions?: RowActions;
}

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** One row for each alert. Only the rows near the view are drawn, so that a storm does not slow the page down. */
export function AlertRows({ listed, screen, change, now, areKeysOn, rowActions }: AlertRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const ids = listed.map(({ id }) => id);
  useStyleNumber(list, '--rows', ids.length);
  const drawn = useDrawnRows(list, ids.length);
  const { id: focusedId, focusRow } = useRowFocus(list, ids);
  const focused = focusedId === undefined ? -1 : ids.indexOf(focusedId);
  useFocusOfClosed(screen.alertId, listed, focusRow);

  const isInList = () => list.current?.contains(document.activeElement) ?? false;
  function step(by: number) {
    const from = isInList() ? focused : screen.alertId ? ids.indexOf(screen.alertId) : -1;
    const next = ids[Math.min(Math.max(from + by, 0), ids.length - 1)];
    if (next !== undefined) focusRow(next);
  }

  /** The alert that a key acts on: the one in focus, otherwise the open one. */
  const target = () => listed[isInList() ? focused : ids.indexOf(screen.alertId ?? '')];
  async function acknowledge(acting: Actions) {
    const alert = target();
    if (alert?.status !== 'active') return;
    const place = ids.indexOf(alert.id);
    const next = ids[place + 1] ?? ids[place - 1];
    const wasInList = isInList();
    const isDone = await acting.acknowledge([alert]);
    // The focus stays where the user has moved it meanwhile.
    const row = list.current?.querySelector(`[data-item="${alert.id}"]`);
    if (isDone && wasInList && next !== undefined && row === document.activeElement) focusRow(next);
  }
  const acting = rowActions?.acting;
  useDeskKeys(areKeysOn, {
    next: () => step(1),
    previous: () => step(-1),
    ...(rowActions &&
      acting && {
        acknowledge: () => void acknowledge(acting),
        resolve: () => {
          const alert = target();
          if (alert && alert.status !== 'resolved') acting.ask([alert]);
        },
        select: () => {
          const alert = target();
          if (alert) rowActions.onSelect(alert.id, false);
        },
      }),
  });

  const places = Array.from({ length: drawn.end - drawn.first }, (_, row) => drawn.first + row);
  if (focused >= 0 && focused < drawn.first) places.unshift(focused);
  if (focused >= drawn.end) places.push(focused);
  return (
    <ol
      class="alert-rows"
      ref={list}
      tabIndex={-1}
      onKeyDown={(event) => {
        const by = ARROWS[event.key];
        if (by === undefined || focused < 0) return;
        event.preventDefault();
        step(by);
      }}
    >
      {places.map((place) => {
        const alert = listed[place];
        return (
          alert && (
            <AlertRow
              key={alert.id}
              alert={alert}
              place={place}
              count={ids.length}
              screen={screen}
              change={change}
              now={now}
              isSelected={rowActions?.selected.has(alert.id) ?? false}
              isUnsent={acting?.unsent.has(alert.id) ?? false}
              onSelect={acting && rowActions?.onSelect}
            />
          )
        );
      })}
    </ol>
  );
}

/**
 * Moves the focus from a closed alert to its row. An alert that was acknowledged or resolved meanwhile has another place: then
 * the focus moves to the row in its former place, which is the next one to work on.
 */
function useFocusOfClosed(
  openId: string | undefined,
  listed: readonly Alert[],
  focusRow: (id: string) => void,
): void {
  const before = useRef<(Pick<Alert, 'id' | 'status'> & { readonly place: number }) | undefined>(undefined);
  useLayoutEffect(() => {
    const opened = before.current;
    const id = openId ?? opened?.id;
    const place = id === undefined ? -1 : listed.findIndex((alert) => alert.id === id);
    const alert = listed[place];
    if (openId !== undefined) {
      if (alert && (opened?.id !== openId || opened.status === alert.status)) {
        before.current = { id: openId, status: alert.status, place };
      } else if (opened?.id !== openId) before.current = undefined;
      return;
    }
    before.current = undefined;
    if (!opened || (document.activeElement ?? document.body) !== document.body) return;
    const isUnchanged = alert?.status === opened.status;
    const next = isUnchanged ? alert : listed[Math.min(opened.place, listed.length - 1)];
    if (next) focusRow(next.id);
  });
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

interface AlertRowProps extends Pick<DeskProps, 'screen' | 'change' | 'now'> {
  readonly alert: Alert;
  /** Its place in the list, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** Whether it was acknowledged here without a connection. */
  readonly isUnsent: boolean;
  readonly onSelect: ((id: string, isRange: boolean) => void) | undefined;
}

/** One alert of a list, at its place among all rows. Only few rows are drawn. */
function AlertRow(props: AlertRowProps) {
  const { alert, place, count, screen, change, now, isSelected, isUnsent, onSelect } = props;
  const row = useRef<HTMLLIElement>(null);
  useStyleNumber(row, '--place', place);
  return (
    <li aria-posinset={place + 1} aria-setsize={count} ref={row}>
      {onSelect && (
        <label class="select-row">
          <input
            type="checkbox"
            aria-label={desk.list.select(alert.message)}
            checked={isSelected}
            onClick={(event) => onSelect(alert.id, event.shiftKey)}
          />
        </label>
      )}
      <ScreenLink
        class={`alert-row status-${alert.status} of-${alert.severity}`}
        screen={screen}
        change={change}
        to={{ alertId: alert.id }}
        item={alert.id}
        isCurrent={screen.alertId === alert.id}
      >
        <Severity severity={alert.severity} />
        <span class="what">
          <span class="message">{alert.message}</span>
          <span class="muted">{typeLabel(alert.type)}</span>
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
          <AlertState alert={alert} />
        </span>
        <span class="age">
          <Age since={alert.created_at} now={now} />
        </span>
      </ScreenLink>
    </li>
  );
}

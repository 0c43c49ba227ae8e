import { useRef } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { useStyleNumber } from '../hooks/use-style-number.ts';
import { Age } from '../parts/instant.tsx';
import { ScreenLink } from '../parts/link.tsx';
import { placeOf, typeLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { AlertState } from './alert-state.tsx';
import type { DeskProps } from './desk-props.ts';
import { Severity } from './severity.tsx';

interface AlertRowProps extends Pick<DeskProps, 'screen' | 'change' | 'now'> {
  readonly alert: Alert;
  /** Its place in the list, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onSelect: ((id: string, isRange: boolean) => void) | undefined;
}

/** One alert of a list, at its place among all rows. Only few rows are drawn. */
export function AlertRow(props: AlertRowProps) {
  const { alert, place, count, screen, change, now, isSelected, onSelect } = props;
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
          <AlertState alert={alert} />
        </span>
        <span class="age">
          <Age since={alert.created_at} now={now} />
        </span>
      </ScreenLink>
    </li>
  );
}

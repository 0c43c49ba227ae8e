import { useRef } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { placeOf, typeLabel } from '../state/words.ts';
import { AlertState } from './alert-state.tsx';
import { Age } from './instant.tsx';
import { ScreenLink } from './link.tsx';
import { Severity } from './severity.tsx';
import type { SharedProps } from './shared-props.ts';

interface AlertRowsProps extends Pick<SharedProps, 'screen' | 'change' | 'now'> {
  readonly listed: readonly Alert[];
}

const NEXT: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The alerts, a row each. The arrow keys lead from row to row. */
export function AlertRows({ listed, screen, change, now }: AlertRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  useKeptFocus(list);

  function step(event: KeyboardEvent) {
    const by = NEXT[event.key];
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const place = rows.indexOf(document.activeElement as HTMLElement);
    if (by === undefined || place < 0) return;
    event.preventDefault();
    rows[place + by]?.focus();
  }

  return (
    <ol class="alert-rows" ref={list} tabIndex={-1} onKeyDown={step}>
      {listed.map((alert) => (
        <li key={alert.id}>
          <ScreenLink
            class={`alert-row status-${alert.status}`}
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
              {alert.occurrences > 1 && <span class="occurrences">{alert.occurrences} times</span>}
              {alert.escalation_level > 0 && alert.status === 'active' && (
                <span class="escalated">Escalated</span>
              )}
              <AlertState alert={alert} />
            </span>
            <span class="age">
              <Age since={alert.created_at} now={now} />
            </span>
          </ScreenLink>
        </li>
      ))}
    </ol>
  );
}

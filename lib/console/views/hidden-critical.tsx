import { hiddenCritical } from '../state/alerts.ts';
import { NO_FILTER } from '../state/screen.ts';
import { desk } from '../texts/desk.ts';
import type { DeskProps } from './desk-props.ts';

/** Warns that the filters hide unacknowledged critical alerts. */
export function HiddenCritical({ alerts, screen, change }: DeskProps) {
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

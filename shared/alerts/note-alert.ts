import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { ActionContext } from './action-context.ts';
import { ALERTS, alertItem, changedAlertItem, type StoredAlert } from './alert.ts';
import type { AlertEvent } from './alert-event.ts';
import { newEvent, putEvent } from './history.ts';
import { changeAlert } from './transition.ts';

/**
 * Adds a note to the history of an alert that was just read, whatever its status, and gives the entry. The alert is of
 * its next version then: who watches it looks again. `alongside` is what else is written in the same transaction.
 */
export function noteAlert(
  table: Table,
  alert: StoredAlert,
  text: string,
  doing: ActionContext,
  alongside: (event: AlertEvent) => readonly GuardedWrite[] = () => [],
): Promise<AlertEvent> {
  return decideAndWrite(
    table,
    alert,
    reloadEntity(table, ALERTS, alert),
    ({ entity, version, pending }, writeId) => {
      const noted = changeAlert(entity, {}, doing.at);
      const event = newEvent(noted, 'noted', doing, text);
      const change = changeItem(table, alertItem(entity, pending), changedAlertItem(noted, pending), {
        version,
        writeId,
      });
      return { writes: [change, putEvent(table, event), ...alongside(event)], result: event };
    },
  );
}

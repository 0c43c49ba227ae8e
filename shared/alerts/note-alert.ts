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
 * Adds a note to the history of an alert of any status and returns the entry. Raises the version of the alert, so that
 * watching clients read it again. `alongside` returns further writes of the same transaction.
 */
export function noteAlert(
  table: Table,
  alert: StoredAlert,
  text: string,
  context: ActionContext,
  alongside: (event: AlertEvent) => readonly GuardedWrite[] = () => [],
): Promise<AlertEvent> {
  return decideAndWrite(
    table,
    alert,
    reloadEntity(table, ALERTS, alert),
    ({ entity, version, pending }, writeId) => {
      const noted = changeAlert(entity, {}, context.at);
      const event = newEvent(noted, 'noted', context, text);
      const change = changeItem(table, alertItem(entity, pending), changedAlertItem(noted, pending), {
        version,
        writeId,
      });
      return { writes: [change, putEvent(table, event), ...alongside(event)], result: event };
    },
  );
}

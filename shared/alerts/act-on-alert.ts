import { ApiError } from '../errors.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert } from './alert.ts';
import { type AcceptedTransition, type AlertAction, transition } from './transition.ts';

/**
 * Acknowledges or resolves an alert that was just read. Of racing actions exactly one records its actor; the others
 * are answered by what they then find.
 */
export function actOnAlert(
  table: Table,
  alert: Stored<Alert>,
  action: AlertAction,
  by: { userId: string; at: string },
): Promise<AcceptedTransition> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), ({ entity, version }, writeId) => {
    const result = transition(entity, action, by);
    if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
    if (result.outcome === 'unchanged') return { writes: [], result };
    const write = changeItem(table, ALERTS.item(entity), ALERTS.item(result.alert), { version, writeId });
    return { writes: [write], result };
  });
}

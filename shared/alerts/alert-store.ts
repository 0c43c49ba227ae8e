import { ApiError } from '../errors.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { type EntityItem, entityItem, type Stored } from '../table/entity-item.ts';
import { entityKey } from '../table/keys.ts';
import { reloadStored } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { type Alert, alertSchema } from './alert.ts';
import { type AcceptedTransition, type AlertAction, transition } from './transition.ts';

export function alertItem(alert: Alert): EntityItem<Alert> {
  return entityItem('ALERT', entityKey('ALERT', alert.tenant_id, alert.id), alert, alert);
}

const ALERTS = { schema: alertSchema, item: alertItem };

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
  return decideAndWrite(table, alert, reloadStored(table, ALERTS, alert), ({ entity, version }, writeId) => {
    const result = transition(entity, action, by);
    if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
    if (result.outcome === 'unchanged') return { writes: [], result };
    const write = changeItem(table, alertItem(entity), alertItem(result.alert), { version, writeId });
    return { writes: [write], result };
  });
}

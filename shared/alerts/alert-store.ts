import { ApiError } from '../errors.ts';
import { decideAndWrite } from '../table/commit.ts';
import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { getEntity } from '../table/get-entity.ts';
import { entityKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { replaceData } from '../table/writes.ts';
import { type Alert, alertSchema } from './alert.ts';
import { type AcceptedTransition, type AlertAction, transition } from './transition.ts';

export function alertItem(alert: Alert): EntityItem<Alert> {
  return entityItem('ALERT', entityKey('ALERT', alert.tenant_id, alert.id), alert, alert);
}

/**
 * Acknowledges or resolves an alert that was just read. Of racing actions exactly one records its actor; the others
 * are answered by what they then find.
 */
export function actOnAlert(
  table: Table,
  alert: Alert,
  action: AlertAction,
  by: { userId: string; at: string },
): Promise<AcceptedTransition> {
  const reload = () => getEntity(table, 'ALERT', alertSchema, { tenantId: alert.tenant_id, id: alert.id });
  return decideAndWrite(table, alert, reload, (current) => {
    const result = transition(current, action, by);
    if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
    if (result.outcome === 'unchanged') return { writes: [], result };
    return { writes: [replaceData(table, alertItem(result.alert), current)], result };
  });
}

import { type ItemKey, tenantIdOf } from '../table/keys.ts';

/** Below this prefix are the pictures that are shown; the grants of functions name it. */
export const KEPT_PREFIX = 'pictures/';

/** Below this prefix are uploads that nobody has checked yet. Nothing there is ever shown. */
export const UPLOADS_PREFIX = 'uploads/';

interface Place {
  readonly tenant_id: string;
  readonly alert_id: string;
  readonly id: string;
}

/** The name of the object with a picture. */
export const objectOf = ({ tenant_id, alert_id, id }: Place) =>
  `${KEPT_PREFIX}${tenant_id}/${alert_id}/${id}`;

/** The name of the object of a picture whose item has this key. */
export function objectOfItem(key: ItemKey): string {
  const [, alertId = '', id = ''] = key.sk.split('#');
  return objectOf({ tenant_id: tenantIdOf(key), alert_id: alertId, id });
}

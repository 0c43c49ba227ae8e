import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { entityKey } from '../table/keys.ts';
import type { Zone } from './zone.ts';

export function zoneItem(zone: Zone): EntityItem<Zone> {
  return entityItem('ZONE', entityKey('ZONE', zone.tenant_id, zone.id), zone);
}

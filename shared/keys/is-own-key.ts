import { OWN_DEVICE_ID } from '../own-tenant.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { OWN_PARTITION } from '../table/keys.ts';
import { KEYS } from './key.ts';

/**
 * Whether Guard created a stored key to report to itself. DynamoDB deletes such a key when it expires. Keys that were
 * created through the API never expire by deletion, even if they are bound to the same device.
 */
export function isOwnKey(item: Readonly<Record<string, unknown>>): boolean {
  if (item['pk'] !== OWN_PARTITION || item[TTL_ATTRIBUTE] === undefined) return false;
  return KEYS.read(item).entity.device_id === OWN_DEVICE_ID;
}

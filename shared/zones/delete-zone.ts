import { deleteEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ZONES, type Zone } from './zone.ts';

/** Deletes a zone that no device is in. Its alerts stay. */
export function deleteZone(table: Table, zone: Stored<Zone>, ifMatch: string | undefined): Promise<void> {
  return deleteEntity(table, ZONES, zone, { ifMatch });
}

import * as z from 'zod';
import { type Facets, type ItemKey, indexAttributes, type ListedKind } from './keys.ts';
import { readVersion, type Version } from './version.ts';
import { CHILD_COUNT } from './writes.ts';

/** An entity as an item: its key, its place in every index, and its fields under `data`. */
export interface EntityItem<T> extends ItemKey {
  readonly id: string;
  readonly data: T;
  readonly [indexPartition: string]: unknown;
}

/**
 * Builds the item of an entity. The same function serves creation and every change of an indexed field, so that
 * an entity can never stand in an index where its fields do not put it.
 */
export function entityItem<T extends { id: string; tenant_id?: string; site_id?: string }>(
  kind: ListedKind,
  key: ItemKey,
  entity: T,
  facets: Facets = {},
): EntityItem<T> {
  const owner = {
    id: entity.id,
    ...(entity.tenant_id ? { tenantId: entity.tenant_id } : {}),
    ...(entity.site_id ? { siteId: entity.site_id } : {}),
  };
  return { ...key, id: entity.id, ...indexAttributes(kind, owner, facets), data: entity };
}

/** Reads the entity out of an item; an item of another shape is a fault, not an empty answer. */
export function readEntity<T>(schema: z.ZodType<T>, item: Record<string, unknown>): T {
  return schema.parse(item['data']);
}

/** An entity as it was read: with what a change of it must know. */
export interface Stored<T> {
  readonly entity: T;
  readonly version: Version;
  /** How many others belong to it. */
  readonly children: number;
}

/** Reads an entity with its version and the count of its children. */
export function readStored<T>(schema: z.ZodType<T>, item: Record<string, unknown>): Stored<T> {
  return { entity: readEntity(schema, item), version: readVersion(item), children: childrenOf(item) };
}

function childrenOf(item: Record<string, unknown>): number {
  return z.int().default(0).parse(item[CHILD_COUNT]);
}

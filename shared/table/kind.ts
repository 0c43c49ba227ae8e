import * as z from 'zod/mini';
import type { Subject } from '../access.ts';
import type { ErrorCode } from '../errors.ts';
import { CHILD_COUNT } from './attributes.ts';
import { type Facets, indexAttributes, type Standing } from './index-keys.ts';
import { type ItemKey, tenantPartition } from './keys.ts';
import { readVersion, type Version } from './version.ts';

/** What every entity has; one that lies in no tenant is a tenant. */
export interface Entity {
  readonly id: string;
  readonly tenant_id?: string | undefined;
  /** Null where it lies at no site. */
  readonly site_id?: string | null | undefined;
  /** Of what a device may have to do with: null where none has. */
  readonly device_id?: string | null | undefined;
}

/** An entity as an item: its key, its place in every index, and its fields under `data`. */
export interface EntityItem extends ItemKey {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [indexPartition: string]: unknown;
}

/** An entity as it was read: with what a change of it must know. */
export interface Stored<T> {
  readonly entity: T;
  readonly version: Version;
  /** How many others belong to it. */
  readonly children: number;
}

type Item = Readonly<Record<string, unknown>>;

/** What is true of a kind of entity, declared once. */
export interface KindDeclaration<T extends Entity, S extends Stored<T>> {
  /** Begins the sort keys of its items and its index partitions; nothing else in the table begins like it. */
  readonly name: string;
  /** The entity as clients see it, and as it is stored under `data` unless `store` says otherwise. */
  readonly schema: z.ZodMiniType<T>;
  /** What is stored under `data` of an entity, and `load` its opposite, which also sees the item: both, or none of them. */
  readonly store?: (entity: T) => Item;
  readonly load?: (data: Item, item: Item) => Item;
  /** Which indexes it stands in; none, where it is only ever listed by what it stands under. */
  readonly indexes?: Standing;
  /** What divides its lists: the values of the divisions of `indexes`. */
  readonly facets?: (entity: T) => Facets;
  /** The id of the entity that it stands under, such as a note's alert. Without it, it stands in its tenant. */
  readonly under?: (entity: T) => string;
  /** Where it is counted as a child: created only if that is there, which is not deleted while anything is counted. */
  readonly parent?: (entity: T) => ItemKey;
  /** Why it is not deleted while something is counted as its child. */
  readonly notEmpty?: ErrorCode;
  /** Where it lies, which decides who reaches it. If not given: in its tenant, and at its site if it has one. */
  readonly subject?: (entity: T) => Subject;
  /** Its key, where that is not made of the tenant, `under` and the id. */
  readonly key?: (tenantId: string, ...ids: readonly string[]) => ItemKey;
  /** The key of another item that tells more of it, and that is read together with its own. */
  readonly companion?: (tenantId: string, id: string) => ItemKey;
  /** Reads what its item, and the one that is read together with it, hold beside the entity. */
  readonly read?: (item: Item, stored: Stored<T>, companion: Item | undefined) => S;
}

/** How the items of a kind are found: by key, and in the indexes. */
export interface KindKeys {
  readonly name: string;
  readonly indexes: Standing;
  /** The key of an entity by its tenant, what it stands under, and its id. */
  key(tenantId: string, ...ids: readonly string[]): ItemKey;
  /** What the sort keys begin with of all that stand in a tenant, or under these ids. */
  prefix(...ids: readonly string[]): string;
}

/** A kind of entity. */
export interface Kind<T extends Entity, S extends Stored<T> = Stored<T>> extends KindKeys {
  readonly schema: z.ZodMiniType<T>;
  readonly notEmpty: ErrorCode | undefined;
  /** The item of an entity. The same for creation and every change, so that no index ever says otherwise. */
  item(entity: T): EntityItem;
  /** The key of the item that is read together with an entity's; `undefined` where its own tells all. */
  companionKey(tenantId: string, id: string): ItemKey | undefined;
  /** Reads an item, and the one that belongs to it, if any; one of another shape is a fault, not an empty answer. */
  read(item: Item, companion?: Item): S;
  /** The entity of an item, of the table or of an index; one of another shape is a fault. */
  entityOf(this: void, item: Item): T;
  /** The entity of an item, unchecked: for what passes it through a schema before anything is done with it. */
  peek(this: void, item: Item): T;
  subject(entity: T): Subject;
  parent(entity: T): ItemKey | undefined;
}

/** Makes a kind of what is declared of it. */
export function defineKind<T extends Entity, S extends Stored<T> = Stored<T>>(
  declaration: KindDeclaration<T, S>,
): Kind<T, S> {
  const { name, schema, indexes = {}, facets, under, subject = whereItLies } = declaration;
  const { store = (entity: T): Item => entity as Item, load = (data: Item) => data } = declaration;
  const parse = (item: Item) => schema.parse(load(dataOf(item), item));
  const prefix = (...ids: readonly string[]) => [name, ...ids, ''].join('#');
  const key =
    declaration.key ??
    ((tenantId: string, ...ids: readonly string[]) => ({
      pk: tenantPartition(tenantId),
      sk: [name, ...ids].join('#'),
    }));
  return {
    name,
    schema,
    indexes,
    key,
    prefix,
    item(entity) {
      const { id, tenant_id: tenantId, site_id, device_id } = entity;
      const place = { id, tenantId, siteId: site_id ?? undefined, deviceId: device_id ?? undefined };
      const ids = under ? [under(entity), id] : [id];
      const standing = indexAttributes(name, indexes, place, facets?.(entity) ?? {});
      return { ...key(tenantId ?? id, ...ids), id, ...standing, data: store(entity) };
    },
    companionKey: (tenantId, id) => declaration.companion?.(tenantId, id),
    read(item, companion) {
      const stored = { entity: parse(item), version: readVersion(item), children: childrenOf(item) };
      return declaration.read ? declaration.read(item, stored, companion) : (stored as S);
    },
    entityOf: parse,
    peek: (item) => load(item['data'] as Item, item) as T,
    subject,
    parent: (entity) => declaration.parent?.(entity),
    notEmpty: declaration.notEmpty,
  };
}

function whereItLies({ tenant_id = '', site_id }: Entity): Subject {
  return { tenant_id, ...(site_id == null ? {} : { site_id }) };
}

/** Reads the entity out of an item. */
export function readEntity<T>(schema: z.ZodMiniType<T>, item: Item): T {
  return schema.parse(item['data']);
}

const dataSchema = z.looseObject({});

function dataOf(item: Item): Item {
  return dataSchema.parse(item['data']);
}

const childCountSchema = z._default(z.int(), 0);

function childrenOf(item: Item): number {
  return childCountSchema.parse(item[CHILD_COUNT]);
}

import * as z from 'zod/mini';
import type { Subject } from '../base/access.ts';
import type { ErrorCode } from '../base/errors.ts';
import { type Facets, type IndexMembership, indexAttributes } from './index-keys.ts';
import { CHILD_COUNT, type ItemKey, tenantPartition } from './keys.ts';
import { readVersion, type Version } from './version.ts';

/** The fields of every entity. Only a tenant has no `tenant_id`. */
export interface Entity {
  readonly id: string;
  readonly tenant_id?: string | undefined;
  /** Null for an entity without a site. */
  readonly site_id?: string | null | undefined;
  /** Null for an entity without a device. */
  readonly device_id?: string | null | undefined;
}

/** The item of an entity: its key, its index attributes, and its fields under `data`. */
export interface EntityItem extends ItemKey {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [indexPartition: string]: unknown;
}

/** An entity that was read, with the basis of its changes. */
export interface Stored<T> {
  readonly entity: T;
  readonly version: Version;
  readonly children: number;
}

type Item = Readonly<Record<string, unknown>>;

/** The limit of how many children of a kind a tenant may have. */
export interface ChildLimit {
  /** The attribute of the tenant that counts these children. */
  readonly count: string;
  readonly maximum: number;
  /** The error of creating one more than the maximum. */
  readonly error: ErrorCode;
}

export interface KindDeclaration<T extends Entity, S extends Stored<T>> {
  /** The unique name of the kind. The sort keys of its items and its index partitions begin with it. */
  readonly name: string;
  /** The entity as clients see it. It is stored under `data` in this form unless there is a `store`. */
  readonly schema: z.ZodMiniType<T>;
  /** Converts an entity to its `data`. `load` is the inverse and also gets the item. Declare both or neither. */
  readonly store?: (entity: T, former: Item | undefined) => Item;
  readonly load?: (data: Item, item: Item) => Item;
  /** The indexes that contain the kind. It needs none if its entities are listed only under another entity. */
  readonly indexes?: IndexMembership;
  /** The values of the fields that divide the indexes. */
  readonly facets?: (entity: T) => Facets;
  /** Which indexes contain an entity, for a kind of which not all entities are in all of its indexes. Replaces `facets`. */
  readonly place?: (entity: T, former: Item | undefined) => Placement;
  /** The status under which the platform's index by status has those entities that `platform` itself does not have. */
  readonly statusOfUnlisted?: string;
  /** The id of the entity that the key is under, such as the alert of a history entry. By default it is the tenant. */
  readonly under?: (entity: T) => string;
  /**
   * The parent that counts the entity as a child. It must exist when the child is created, and cannot be deleted while it has
   * children.
   */
  readonly parent?: (entity: T) => ItemKey;
  /** The limit for each tenant. The tenant also counts these entities among all its children, as a parent does. */
  readonly limit?: ChildLimit;
  /** The error of deleting an entity that still has children. */
  readonly notEmpty?: ErrorCode;
  /** The location that must be in a caller's scope. By default it is the tenant of the entity, and its site if it has one. */
  readonly subject?: (entity: T) => Subject;
  /** Makes the key, if it is not made of the tenant, `under` and the id. */
  readonly key?: (tenantId: string, ...ids: readonly string[]) => ItemKey;
  /** The key of a companion: a second item with more data of the entity. Both items are read together. */
  readonly companion?: (tenantId: string, id: string) => ItemKey;
  /** Adds what is outside `data`: further attributes of the item, and the companion. */
  readonly read?: (item: Item, stored: Stored<T>, companion: Item | undefined) => S;
}

/** The indexes that contain an entity. */
interface Placement {
  readonly indexes: IndexMembership;
  readonly facets: Facets;
  /** The attributes by which later changes know the placement. */
  readonly attributes: Item;
}

export interface KindKeys {
  readonly name: string;
  readonly indexes: IndexMembership;
  readonly statusOfUnlisted?: string | undefined;
  /** The key of an entity by its tenant, the entity above it, and its id. */
  key(tenantId: string, ...ids: readonly string[]): ItemKey;
  /** The prefix of the sort keys of the kind, in a tenant or under the given ids. */
  prefix(...ids: readonly string[]): string;
}

export interface Kind<T extends Entity, S extends Stored<T> = Stored<T>> extends KindKeys {
  readonly schema: z.ZodMiniType<T>;
  readonly notEmpty: ErrorCode | undefined;
  readonly limit: ChildLimit | undefined;
  /** The item of an entity. Creation and every change use it, so that no index differs from the data. */
  item(this: void, entity: T): EntityItem;
  /** The item of an entity that was read, in the form that the attributes of its former item say. */
  itemLike(former: Item, entity: T): EntityItem;
  /** The key of an entity's companion item, if the kind has one. */
  companionKey(tenantId: string, id: string): ItemKey | undefined;
  /** Reads an item and its companion. Throws for an item of another shape. */
  read(item: Item, companion?: Item): S;
  /** The entity of an item of the table or of an index. Throws for an item of another shape. */
  entityOf(this: void, item: Item): T;
  /** The entity of an item, unchecked: for callers that apply a schema afterwards. */
  peek(this: void, item: Item): T;
  subject(entity: T): Subject;
  parent(entity: T): ItemKey | undefined;
}

export function defineKind<T extends Entity, S extends Stored<T> = Stored<T>>(
  declaration: KindDeclaration<T, S>,
): Kind<T, S> {
  const { name, schema, indexes = {}, under, subject = ownSubject } = declaration;
  const { store = (entity: T): Item => entity as Item, load = (data: Item) => data } = declaration;
  const placeOf =
    declaration.place ??
    ((entity: T) => ({ indexes, facets: declaration.facets?.(entity) ?? {}, attributes: {} }));
  const peek = (item: Item) => load(item['data'] as Item, item) as T;
  const parse = (item: Item) => schema.parse(peek(item));
  const prefix = (...ids: readonly string[]) => [name, ...ids, ''].join('#');
  const key =
    declaration.key ??
    ((tenantId: string, ...ids: readonly string[]) => ({
      pk: tenantPartition(tenantId),
      sk: [name, ...ids].join('#'),
    }));
  const itemOf = (entity: T, former?: Item) => {
    const { id, tenant_id: tenantId, site_id, device_id } = entity;
    const place = { id, tenantId, siteId: site_id ?? undefined, deviceId: device_id ?? undefined };
    const ids = under ? [under(entity), id] : [id];
    const { indexes: membership, facets, attributes } = placeOf(entity, former);
    const indexed = indexAttributes(name, membership, place, facets);
    return { ...key(tenantId ?? id, ...ids), id, ...indexed, ...attributes, data: store(entity, former) };
  };
  return {
    name,
    schema,
    indexes,
    statusOfUnlisted: declaration.statusOfUnlisted,
    key,
    prefix,
    item: (entity) => itemOf(entity),
    itemLike: (former, entity) => itemOf(entity, former),
    companionKey: (tenantId, id) => declaration.companion?.(tenantId, id),
    read(item, companion) {
      const stored = { entity: parse(item), version: readVersion(item), children: childrenOf(item) };
      return declaration.read ? declaration.read(item, stored, companion) : (stored as S);
    },
    entityOf: parse,
    peek,
    subject,
    parent: (entity) => declaration.parent?.(entity),
    notEmpty: declaration.notEmpty,
    limit: declaration.limit,
  };
}

function ownSubject({ tenant_id = '', site_id }: Entity): Subject {
  return { tenant_id, ...(site_id == null ? {} : { site_id }) };
}

export function readEntity<T>(schema: z.ZodMiniType<T>, item: Item): T {
  return schema.parse(item['data']);
}

const childCountSchema = z._default(z.int(), 0);

function childrenOf(item: Item): number {
  return childCountSchema.parse(item[CHILD_COUNT]);
}

import { INDEX_SORT_KEY } from '../../shared/table/definition.ts';
import { indexNames } from '../../shared/table/index-keys.ts';
import { type ItemKey, OWN_PARTITION } from '../../shared/table/keys.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { readVersion, type Version } from '../../shared/table/version.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';

export type Item = Readonly<Record<string, unknown>>;

/** What must change in an item so that it stands in every index as its data says. */
export interface IndexChanges {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

/**
 * What an item is to the indexes: an entity, with what must change in it; an entity that this release cannot read, since
 * its kind, its fields or its key are of another release; or none, such as a session or a counter.
 */
export type Examined =
  | {
      readonly is: 'entity';
      readonly key: ItemKey;
      readonly version: Version;
      readonly changes: IndexChanges;
    }
  | { readonly is: 'unknown' }
  | { readonly is: 'none' };

/**
 * Compares an item with what its kind computes of its data: the same function that every creation and change writes by.
 * Only the attributes that the kind declares are looked at; others may be those of another release.
 */
export function examineItem(item: Item, kinds: readonly Kind<Entity>[] = ENTITY_KINDS): Examined {
  if (item['pk'] === OWN_PARTITION) return { is: 'none' }; // it stands in no index
  const name = kindNameOf(item);
  const named = kinds.filter((it) => it.name === name);
  if (named.length === 0) return { is: looksLikeEntity(item) ? 'unknown' : 'none' };
  const version = versionOf(item);
  // Entries of alerts and of devices have one name, and no item is both.
  const [found] = named.flatMap((kind) => {
    const entity = entityOf(kind, item);
    return entity ? [{ kind, entity }] : [];
  });
  if (!found || !version) return { is: 'unknown' };
  const { kind, entity } = found;
  const right = kind.item(entity);
  const key = { pk: right.pk, sk: right.sk };
  if (key.pk !== item['pk'] || key.sk !== item['sk']) return { is: 'unknown' };
  return { is: 'entity', key, version, changes: differences(item, right, attributesOf(kind)) };
}

/** The name that an item's sort key begins with, as `ALERT` of `ALERT#<id>`. */
export function kindNameOf(item: Item): string {
  return String(item['sk']).split('#')[0] ?? '';
}

export function isRight({ set, remove }: IndexChanges): boolean {
  return Object.keys(set).length === 0 && remove.length === 0;
}

/** Claims, sessions and counters have no id beside their key. */
function looksLikeEntity(item: Item): boolean {
  return typeof item[INDEX_SORT_KEY] === 'string' && typeof item['data'] === 'object';
}

/** None where another release has other fields. */
function entityOf(kind: Kind<Entity>, item: Item): Entity | undefined {
  try {
    return kind.entityOf(item);
  } catch {
    return undefined;
  }
}

/** None where another release counts otherwise. */
function versionOf(item: Item): Version | undefined {
  try {
    return readVersion(item);
  } catch {
    return undefined;
  }
}

function attributesOf(kind: Kind<Entity>): string[] {
  return [INDEX_SORT_KEY, ...indexNames(kind.indexes)];
}

function differences(item: Item, right: Item, names: readonly string[]): IndexChanges {
  const wrong = names.filter((name) => item[name] !== right[name]);
  return {
    set: Object.fromEntries(
      wrong.filter((name) => right[name] !== undefined).map((name) => [name, right[name]]),
    ),
    remove: wrong.filter((name) => right[name] === undefined),
  };
}

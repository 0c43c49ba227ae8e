import { INDEX_SORT_KEY } from '../../shared/table/definition.ts';
import { indexNames } from '../../shared/table/index-keys.ts';
import { type ItemKey, OWN_PARTITION } from '../../shared/table/keys.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { readVersion, type Version } from '../../shared/table/version.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';

export type Item = Readonly<Record<string, unknown>>;

/** The changes that make the index attributes of an item match its data. */
export interface IndexChanges {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

/**
 * An item is an entity, with the changes that it needs; an entity with a kind, fields or a key of another release; or not an
 * entity, such as a session or a counter.
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
 * Compares an item with the attributes that its kind computes from its data, as every write does. Ignores attributes that the
 * kind does not declare: another release may use them.
 */
export function examineItem(item: Item, kinds: readonly Kind<Entity>[] = ENTITY_KINDS): Examined {
  if (item['pk'] === OWN_PARTITION) return { is: 'none' }; // it is in no index
  const name = kindNameOf(item);
  const named = kinds.filter((it) => it.name === name);
  if (named.length === 0) return { is: looksLikeEntity(item) ? 'unknown' : 'none' };
  const version = versionOf(item);
  // The history entries of alerts and devices share a name; each item can be read as one of them only.
  const [found] = named.flatMap((kind) => {
    const entity = entityOf(kind, item);
    return entity ? [{ kind, entity }] : [];
  });
  if (!found || !version) return { is: 'unknown' };
  const { kind, entity } = found;
  const correct = kind.itemLike(item, entity);
  const key = { pk: correct.pk, sk: correct.sk };
  if (key.pk !== item['pk'] || key.sk !== item['sk']) return { is: 'unknown' };
  return { is: 'entity', key, version, changes: differences(item, correct, attributesOf(kind)) };
}

/** The prefix of the sort key, such as `ALERT` in `ALERT#<id>`. */
export function kindNameOf(item: Item): string {
  return String(item['sk']).split('#')[0] ?? '';
}

export function isCorrect({ set, remove }: IndexChanges): boolean {
  return Object.keys(set).length === 0 && remove.length === 0;
}

/** Claims, sessions and counters have no id attribute. */
function looksLikeEntity(item: Item): boolean {
  return typeof item[INDEX_SORT_KEY] === 'string' && typeof item['data'] === 'object';
}

/** `undefined` if another release has other fields. */
function entityOf(kind: Kind<Entity>, item: Item): Entity | undefined {
  try {
    return kind.entityOf(item);
  } catch {
    return undefined;
  }
}

/** `undefined` if another release stores versions differently. */
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

function differences(item: Item, correct: Item, names: readonly string[]): IndexChanges {
  const wrong = names.filter((name) => item[name] !== correct[name]);
  return {
    set: Object.fromEntries(
      wrong.filter((name) => correct[name] !== undefined).map((name) => [name, correct[name]]),
    ),
    remove: wrong.filter((name) => correct[name] === undefined),
  };
}

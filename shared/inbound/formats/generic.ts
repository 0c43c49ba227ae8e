import { canonicalJson } from '../../base/digest.ts';
import type { Mapping } from '../mapping.ts';
import { fieldsOf, firstText, type InboundMessage, isFields, listOf, textIn } from '../message.ts';
import { type Format, HEARTBEAT, LOST_STATE_SECONDS, type Reading, type Signal } from '../signal.ts';
import { readEpoch, readTime } from '../times.ts';
import { kindOfType, namedType, severityOf, truthOf } from '../words.ts';
import { readReport } from './home-assistant.ts';

/**
 * Any other system, by a mapping that a person makes: paths to the fields, and values that mean an alarm and its end.
 *
 * Source: the tenant's own messages. Version 1 of the mapping.
 *
 * Without a mapping, a message with the words of Guard's own reports (`type`, `state`, `message`) is understood, and no other. A
 * value that the mapping does not know is not understood. The same value once more says nothing new, in a request for a day.
 */
export const generic = (mapping: Mapping): Format => ({
  takesQuery: true,
  read: (message) =>
    mapping.state === undefined && mapping.items === undefined
      ? readReport(message)
      : readMapped(message, mapping),
});

/** Everything of a message that a path can name. */
function rootOf({ json, xml, text, topic }: InboundMessage): unknown {
  if (isFields(json)) return topic === undefined ? json : { topic, ...json };
  return (
    xml ?? (json === undefined ? { topic, text: text.trim() } : { topic, value: json, text: text.trim() })
  );
}

/** The value at a path. Of XML, an element is its text. */
function valueAt(root: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  // A field whose own name has dots comes first.
  const own = fieldsOf(root)[path];
  if (own !== undefined) return unwrap(own);
  let value: unknown = root;
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : fieldsOf(value[0])[name];
    else value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (value === undefined) return undefined;
  }
  return unwrap(value);
}

const unwrap = (value: unknown): unknown => (isFields(value) && '#text' in value ? value['#text'] : value);

function readMapped(message: InboundMessage, mapping: Mapping): Reading | undefined {
  const root = rootOf(message);
  const found = mapping.items === undefined ? [root] : listOf(valueAt(root, mapping.items));
  const read = found.map((item) => readItem(item, root, mapping, message.topic === undefined));
  const unread = found.filter((_, place) => read[place] === undefined);
  if (unread.length > 0 && unread.length === found.length) return undefined;
  const signals = read.filter((it) => it !== undefined && it !== 'ignored');
  if (found.length === 0 && mapping.items !== undefined && valueAt(root, mapping.items) === undefined)
    return undefined;
  return signals.length === 0 && unread.length === 0
    ? HEARTBEAT
    : { signals, ...(unread.length === 0 ? {} : { unread }) };
}

function readItem(
  item: unknown,
  root: unknown,
  mapping: Mapping,
  isRequest: boolean,
): Signal | 'ignored' | undefined {
  const at = (path: string | undefined): unknown => valueAt(item, path) ?? valueAt(root, path);
  const value = mapping.state === undefined ? true : at(mapping.state);
  const verdict = judge(value, mapping);
  if (verdict === 'ignored' || verdict === undefined) return verdict;
  const named = textIn(at(mapping.type_path));
  const type = (named && namedType(named)) || mapping.type || 'general-alarm';
  const own = textOf(at(mapping.thing));
  const topic = textIn(fieldsOf(root)['topic']);
  const thing = own ?? [topic, type].filter((it) => it !== undefined).join(' ');
  const message = textOf(at(mapping.message));
  const occurrence = textOf(at(mapping.occurrence));
  // Several sensors may have one topic or type, so their texts distinguish them.
  const details = [verdict === 'alarm' ? occurrence : undefined, own === undefined ? message : undefined];
  const time = at(mapping.time);
  return {
    thing: thing.slice(0, 200),
    state: [textOf(value), ...details].filter((it) => it !== undefined).join(' '),
    kind: kindOfType(type) ?? 'alarm',
    isOver: verdict === 'restore',
    type,
    severity: severityOf(at(mapping.severity_path)) ?? mapping.severity,
    message: message ?? `${thing}: ${textOf(value) ?? type}`,
    occurredAt: readEpoch(time) ?? readTime(time),
    ...(isRequest && occurrence === undefined ? { lapsesAfterSeconds: LOST_STATE_SECONDS } : {}),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? canonicalJson(value) : firstText(value);

function judge(value: unknown, mapping: Mapping): 'alarm' | 'restore' | 'ignored' | undefined {
  const word = textOf(value)?.toLowerCase();
  if (word === undefined) return undefined;
  const has = (words: readonly string[] | undefined) =>
    words?.some((it) => it.trim().toLowerCase() === word) === true;
  if (has(mapping.ignored_values)) return 'ignored';
  if (has(mapping.alarm_values)) return 'alarm';
  if (has(mapping.restore_values)) return 'restore';
  const truth = truthOf(value);
  if (truth === true && mapping.alarm_values === undefined) return 'alarm';
  return truth === false && mapping.restore_values === undefined ? 'restore' : undefined;
}

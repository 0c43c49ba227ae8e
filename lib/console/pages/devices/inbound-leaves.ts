import type { InboundMapping, InboundMessage } from '../../../client/index.ts';

/** A value in a message, and where it is: the path of a mapping. */
export interface Leaf {
  readonly path: string;
  readonly value: string;
}

/** More fields than anybody looks through on a phone. */
const MOST_LEAVES = 60;
const DEEPEST = 8;

/** The values of a message that a mapping can name. Of a list only the first entry counts. None, if it is not JSON. */
export function leavesOf({ body, topic }: Pick<InboundMessage, 'body' | 'topic'>): readonly Leaf[] {
  const value = parsed(body);
  const found = value === undefined ? [] : leavesIn(value, [], DEEPEST);
  const named =
    topic === null || found.some(({ path }) => path === 'topic') ? [] : [{ path: 'topic', value: topic }];
  return [...named, ...found].slice(0, MOST_LEAVES);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function leavesIn(value: unknown, path: readonly string[], depth: number): Leaf[] {
  if (value === null || depth === 0) return [];
  if (typeof value !== 'object') {
    return path.length === 0 ? [] : [{ path: path.join('.'), value: String(value) }];
  }
  const entries = Array.isArray(value)
    ? value.slice(0, 1).map((it, place) => [String(place), it] as const)
    : Object.entries(value);
  return entries.flatMap(([name, it]) => leavesIn(it, [...path, name], depth - 1));
}

/** What a field of a message can be. Each is a field of the mapping that holds a path. */
export const ROLES = [
  'state',
  'thing',
  'occurrence',
  'type_path',
  'severity_path',
  'message',
  'time',
] as const;

export type LeafRole = (typeof ROLES)[number];

export const roleOf = (mapping: InboundMapping, path: string): LeafRole | undefined =>
  ROLES.find((role) => mapping[role] === path);

/** The mapping in which a field has this role, and no other field has it. */
export function withRole(mapping: InboundMapping, path: string, role: LeafRole | undefined): InboundMapping {
  const others = Object.fromEntries(
    Object.entries(mapping).filter(
      ([name, value]) => name !== role && !(ROLES.includes(name as LeafRole) && value === path),
    ),
  );
  return role === undefined ? others : { ...others, [role]: path };
}

const VERDICTS = { alarm: 'alarm_values', restore: 'restore_values', ignored: 'ignored_values' } as const;

export type Verdict = keyof typeof VERDICTS;

export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What a value of the state means by a mapping; undefined if the mapping does not say. */
export const verdictOf = (mapping: InboundMapping, value: string): Verdict | undefined =>
  VERDICT_NAMES.find((verdict) => mapping[VERDICTS[verdict]]?.some((it) => isSame(it, value)));

/** The mapping in which a value means this. */
export function withVerdict(
  mapping: InboundMapping,
  value: string,
  verdict: Verdict | undefined,
): InboundMapping {
  const changed: Record<string, unknown> = { ...mapping };
  for (const [name, field] of Object.entries(VERDICTS)) {
    const others = (mapping[field] ?? []).filter((it) => !isSame(it, value));
    const words = name === verdict ? [...others, value] : others;
    if (words.length > 0) changed[field] = words;
    else delete changed[field];
  }
  return changed;
}

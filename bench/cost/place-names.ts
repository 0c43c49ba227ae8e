import type { BenchData } from '../bench-data.ts';
import type { Reporter } from './reporter.ts';
import type { Touch } from './touch.ts';

/** Values that stand in keys, each with the name of what it is. */
export type KnownValues = ReadonlyMap<string, 'tenant' | 'user' | 'site' | 'device' | 'key' | 'address'>;

/** What else varies in keys, in the order in which it is looked for. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^EMAIL#.*$/, 'EMAIL#{user}'],
  [/^RATE#login#[\w-]{43}#/, 'RATE#login#{user}#'],
  [/^RATE#guesses#[\w-]{43}$/, 'RATE#guesses#{user}'],
  [/^EVENT#\{key\}#.*$/, 'EVENT#{key}#{event}'],
  [/^OPEN#\{site\}#.*$/, 'OPEN#{site}#{id}'],
  [/^OPEN#\{device\}#.*$/, 'OPEN#{device}#{id}'],
  [/^TOKEN#\{user\}#\d+$/, 'TOKEN#{user}#{id}'],
  [/^SERIAL#.*$/, 'SERIAL#{serial}'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, '{minute}'],
  [/^\d{4}-\d\d-\d\dT\d\d$/, '{hour}'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}'],
];

const LOOPBACK = '127.0.0.1';

/** What stands in the keys of the data, and of what is requested on this machine. */
export function knownValues(
  { tenants, sites, operators, tenantMaster, platformAdmin }: BenchData,
  { deviceId, keyId }: Pick<Reporter, 'deviceId' | 'keyId'>,
): KnownValues {
  const users = [...operators, tenantMaster, platformAdmin];
  return new Map([
    ...tenants.map(({ id }) => [id, 'tenant'] as const),
    ...users.map(({ id }) => [id, 'user'] as const),
    ...sites.map(({ id }) => [id, 'site'] as const),
    [deviceId, 'device'] as const,
    [keyId, 'key'] as const,
    [LOOPBACK, 'address'] as const,
  ]);
}

/** Writes what varies in a touch's keys in braces, so that the same place of another tenant reads the same. */
export function namePlace(touch: Touch, known: KnownValues): Touch {
  const isSharded = touch.index.startsWith('platform');
  return {
    ...touch,
    partition: isSharded ? touch.partition.replace(/^\d+#/, '{shard}#') : nameValues(touch.partition, known),
    sort: touch.sort === undefined ? undefined : nameValues(touch.sort, known),
  };
}

function nameValues(key: string, known: KnownValues): string {
  const named = [...known].reduce((text, [value, what]) => text.replaceAll(value, `{${what}}`), key);
  return PATTERNS.reduce((text, [pattern, name]) => text.replace(pattern, name), named);
}

import type { Clock } from '../time.ts';
import { NO_KEY, readLocalKey } from './key-setting.ts';
import { kmsKey } from './kms-key.ts';
import { localKey } from './local-key.ts';
import type { SecretKey } from './secret-key.ts';

const connected = new Map<string, SecretKey>();

/** The key that a setting names. The runs of a function share it and its cache. */
export function connectKey(setting: string, clock: Clock): SecretKey {
  const known = connected.get(setting);
  if (known) return known;
  const local = readLocalKey(setting);
  const key = local ? localKey(local) : kmsKey(setting, clock);
  connected.set(setting, key);
  return key;
}

/** The key that a setting names, or `undefined` if it names none. */
export const connectKeyIfAny = (setting: string, clock: Clock): SecretKey | undefined =>
  setting === NO_KEY ? undefined : connectKey(setting, clock);

import type { GuardClient, Key } from '../../../client/index.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { texts } from './keys-texts.ts';

interface KeyPlaceProps {
  readonly place: Pick<Key, 'site_id' | 'device_id'>;
}

/** The name of the site or device to which a key is bound. */
export function KeyPlace({ place: { site_id, device_id } }: KeyPlaceProps) {
  const { guard } = useConsole();
  const { value, error } = useRead(() => readName(guard, device_id, site_id), [guard, device_id, site_id]);
  if (device_id === null && site_id === null) return <>{texts.wholeTenant}</>;
  return <>{value ?? (error === undefined ? '…' : (device_id ?? site_id))}</>;
}

const names = new WeakMap<GuardClient, Map<string, Promise<string | undefined>>>();

/** Each name is read once: many keys of a site have the same one. */
function readName(
  guard: GuardClient,
  deviceId: string | null,
  siteId: string | null,
): Promise<string | undefined> {
  const id = deviceId ?? siteId;
  if (id === null) return Promise.resolve(undefined);
  const known = names.get(guard) ?? new Map<string, Promise<string | undefined>>();
  names.set(guard, known);
  const reading =
    known.get(id) ??
    (deviceId === null ? guard.sites.get(id) : guard.devices.get(id)).then(({ name }) => name);
  known.set(id, reading);
  reading.catch(() => known.delete(id));
  return reading;
}

import type { Device, Site } from '../../client/types.ts';
import { isSilent, lastHeardInList } from './devices.ts';

/** A site with its offline devices. */
export interface SiteWithOffline {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** Silent devices first. */
  readonly offline: readonly Device[];
}

/** All sites: those with the most silent devices first, then by name. */
export function groupBySite(sites: readonly Site[], offline: readonly Device[]): SiteWithOffline[] {
  return sites
    .map(({ id, name, address }) => ({
      id,
      name,
      address,
      offline: offline.filter(({ site_id }) => site_id === id).sort(inOrder),
    }))
    .sort((one, other) => countSilent(other) - countSilent(one) || one.name.localeCompare(other.name));
}

function countSilent({ offline }: SiteWithOffline): number {
  return offline.filter(isSilent).length;
}

/** Silent devices first, the most recently heard before others, those never heard last; then by name. */
function inOrder(one: Device, other: Device): number {
  const heard = (device: Device) => lastHeardInList(device) ?? '';
  return (
    Number(isSilent(other)) - Number(isSilent(one)) ||
    heard(other).localeCompare(heard(one)) ||
    one.name.localeCompare(other.name)
  );
}

/** The sites by name. A chosen site is listed even if it is unknown: an active filter must be visible. */
export function sitesToChoose(
  sites: readonly Site[] | undefined,
  chosen: string | undefined,
): Pick<Site, 'id' | 'name'>[] {
  const byName = [...(sites ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const isMissing = chosen !== undefined && !byName.some(({ id }) => id === chosen);
  return isMissing ? [{ id: chosen, name: sites ? 'Unknown site' : '…' }, ...byName] : byName;
}

import type { Device, Site } from '../../client/types.ts';
import { isSilent, lastSignInList } from './devices.ts';

/** A site, and its devices that are offline. */
export interface SiteWithOffline {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** The silent ones first. */
  readonly offline: readonly Device[];
}

/** All sites, those with the most silent devices first, then by name. */
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

/** What has just fallen silent is news: it comes first, and what was never heard last. The rest is by name. */
function inOrder(one: Device, other: Device): number {
  const heard = (device: Device) => lastSignInList(device) ?? '';
  return (
    Number(isSilent(other)) - Number(isSilent(one)) ||
    heard(other).localeCompare(heard(one)) ||
    one.name.localeCompare(other.name)
  );
}

/** The sites by name, and the one that is chosen also where it is not among them: what filters must be seen. */
export function sitesToChoose(
  sites: readonly Site[] | undefined,
  chosen: string | undefined,
): Pick<Site, 'id' | 'name'>[] {
  const byName = [...(sites ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const isMissing = chosen !== undefined && !byName.some(({ id }) => id === chosen);
  return isMissing ? [{ id: chosen, name: sites ? 'Unknown site' : '…' }, ...byName] : byName;
}

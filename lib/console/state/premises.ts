import type { Device, Site } from '../../client/types.ts';

/** A site, and its devices that are silent. */
export interface SilentSite {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly silent: readonly Device[];
}

/** All sites, those with the most silent devices first, then by name. */
export function groupBySite(sites: readonly Site[], silent: readonly Device[]): SilentSite[] {
  return sites
    .map(({ id, name, address }) => ({
      id,
      name,
      address,
      silent: silent.filter(({ site_id }) => site_id === id).sort(byLastSign),
    }))
    .sort((one, other) => other.silent.length - one.silent.length || one.name.localeCompare(other.name));
}

/** The longest silent last: what has just fallen silent is news. */
function byLastSign(one: Device, other: Device): number {
  return (other.last_seen_at ?? '').localeCompare(one.last_seen_at ?? '');
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

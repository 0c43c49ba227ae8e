import type { Site } from '../../client/types.ts';
import { desk } from '../texts/desk.ts';

/** The sites by name. A chosen site is listed even if it is unknown: an active filter must be visible. */
export function sitesToChoose(
  sites: readonly Site[] | undefined,
  chosen: string | undefined,
): Pick<Site, 'id' | 'name'>[] {
  const byName = [...(sites ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const isMissing = chosen !== undefined && !byName.some(({ id }) => id === chosen);
  return isMissing ? [{ id: chosen, name: sites ? desk.list.unknownSite : '…' }, ...byName] : byName;
}

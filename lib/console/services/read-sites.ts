import type { GuardClient, Site } from '../../client/index.ts';

/** A site to choose. */
export type NamedSite = Pick<Site, 'id' | 'name'>;

/** Reads all sites within the scope. */
export const readSites = (
  { guard, tenantId }: { readonly guard: GuardClient; readonly tenantId: string | undefined },
  signal: AbortSignal,
): Promise<Site[]> => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all();

/** The sites, and those that an item names although they are deleted: a person can take them out. */
export function withDeleted(
  sites: readonly NamedSite[],
  named: readonly string[] | null = [],
): readonly NamedSite[] {
  const deleted = (named ?? []).filter((it) => sites.every(({ id }) => id !== it));
  return [...sites, ...deleted.map((id) => ({ id, name: id }))];
}

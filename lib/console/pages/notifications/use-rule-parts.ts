import { useCallback } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { type Item, useItem } from '../../hooks/use-item.ts';
import type { RuleParts } from './recipients.ts';

export function useRuleParts(guard: GuardClient, tenantId: string | undefined): Item<RuleParts> {
  const read = useCallback(
    async (signal: AbortSignal): Promise<RuleParts> => {
      const filters = { limit: 100, tenant_id: tenantId };
      const [users, schedules, sites, { off }] = await Promise.all([
        guard.users.list(filters, { signal }).all(),
        guard.schedules.list(filters, { signal }).all(),
        guard.sites.list(filters, { signal }).all(),
        guard.channels.list({ signal }),
      ]);
      const byName = <T extends { readonly name: string }>(items: readonly T[]) =>
        [...items].sort((one, other) => one.name.localeCompare(other.name));
      return { users: byName(users), schedules: byName(schedules), sites: byName(sites), off };
    },
    [guard, tenantId],
  );
  return useItem(read);
}

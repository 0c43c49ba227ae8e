import { useCallback } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { type Item, useItem } from '../../hooks/use-item.ts';
import type { Option } from '../../state/fields.ts';

/** The users of a tenant, as options of a field. */
export function usePeople(guard: GuardClient, tenantId: string | undefined): Item<readonly Option[]> {
  const read = useCallback(
    async (signal: AbortSignal): Promise<readonly Option[]> => {
      const users = await guard.users.list({ limit: 100, tenant_id: tenantId }, { signal }).all();
      return users
        .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
        .sort((one, other) => one.label.localeCompare(other.label));
    },
    [guard, tenantId],
  );
  return useItem(read);
}

import { ApiError, type FieldErrors } from '../errors.ts';
import type { Warning } from '../fields.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { SITES } from './site.ts';

/** Warns of each of `site_ids` that is not among the existing sites. */
export const deletedSites = (
  siteIds: readonly string[] | null,
  existing: readonly { readonly id: string }[],
): Warning[] =>
  (siteIds ?? []).flatMap((siteId, place) =>
    existing.some(({ id }) => id === siteId)
      ? []
      : [
          {
            field: `site_ids.${place}`,
            code: 'site_deleted',
            message: 'The site was deleted: nothing happens there.',
          },
        ],
  );

/** Throws `validation_failed` for each of `site_ids` that does not belong to the tenant. */
export async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
  const sites = await batchGet(
    table,
    siteIds.map((id) => SITES.key(tenantId, id)),
  );
  const missing = siteIds.flatMap((_, place) => (sites[place] ? [] : [`site_ids.${place}`]));
  const fields: FieldErrors = Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field must be an existing site.`]]),
  );
  if (missing.length > 0) throw new ApiError('validation_failed', { fields });
}

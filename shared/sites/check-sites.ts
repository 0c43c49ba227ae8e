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

/** Warns of each of `site_ids` that was deleted since it was chosen. Reads them all at once. */
export async function warnOfDeletedSites(
  table: Table,
  tenantId: string,
  siteIds: readonly string[] | null,
): Promise<Warning[]> {
  if (!siteIds) return [];
  const items = await readSites(table, tenantId, siteIds);
  return deletedSites(
    siteIds,
    siteIds.filter((_, place) => items[place]).map((id) => ({ id })),
  );
}

/** Throws `validation_failed` for each of `site_ids` that does not belong to the tenant. */
export async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
  const sites = await readSites(table, tenantId, siteIds);
  const missing = siteIds.flatMap((_, place) => (sites[place] ? [] : [`site_ids.${place}`]));
  const fields: FieldErrors = Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field must be an existing site.`]]),
  );
  if (missing.length > 0) throw new ApiError('validation_failed', { fields });
}

const readSites = (table: Table, tenantId: string, siteIds: readonly string[]) =>
  batchGet(
    table,
    siteIds.map((id) => SITES.key(tenantId, id)),
  );

import { ApiError, type FieldErrors, invalidField } from '../errors.ts';
import { type Destinations, readOutboundUrl } from '../outbound/outbound-url.ts';
import { SITES } from '../sites/site.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import type { Webhook } from './webhook.ts';
import { MAXIMUM_URL_LENGTH } from './webhook-contract.ts';

type Fields = { readonly [F in 'url' | 'events' | 'site_ids']?: Webhook[F] | undefined };

/**
 * Normalizes the URL and removes duplicate events and sites. Throws `validation_failed` if Guard does not send to the URL, or if
 * a site does not belong to the tenant. A site may be deleted later: it then has no events.
 */
export async function checkInput<T extends Fields>(
  table: Table,
  tenantId: string,
  input: T,
  destinations: Destinations,
): Promise<T> {
  const { url, events, site_ids } = input;
  const used = url === undefined ? undefined : readUrl(url, destinations);
  if (site_ids) await checkSites(table, tenantId, site_ids);
  return {
    ...input,
    ...(used === undefined ? {} : { url: used }),
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(site_ids ? { site_ids: [...new Set(site_ids)] } : {}),
  };
}

/** The normalized URL may be longer than the input: `ü` becomes `%C3%BC`. */
function readUrl(input: string, destinations: Destinations): string {
  const used = readOutboundUrl(input, destinations)?.href;
  if (used === undefined) throw invalidField('url', `The url field must be ${requirementOf(destinations)}.`);
  if (used.length > MAXIMUM_URL_LENGTH) {
    throw invalidField(
      'url',
      `The url field must not have more than ${MAXIMUM_URL_LENGTH} characters as Guard uses it.`,
    );
  }
  return used;
}

function requirementOf({ isLocalhostAllowed }: Destinations): string {
  const everywhere = 'an https URL of a public host, without a user or password';
  return isLocalhostAllowed ? `${everywhere}, or here http://localhost with a port` : everywhere;
}

async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
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

import { invalidField } from '../errors.ts';
import { type Destinations, readOutboundUrl } from '../outbound/outbound-url.ts';
import { checkSites } from '../sites/check-sites.ts';
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

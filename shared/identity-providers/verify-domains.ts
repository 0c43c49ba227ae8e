import { ApiError } from '../errors.ts';
import type { ResolveTxt } from '../lambda/runtime.ts';
import type { Destinations } from '../outbound/outbound-url.ts';
import type { Table } from '../table/table.ts';
import { isForTests } from './check-input.ts';
import { claimDomains } from './claim-domains.ts';
import { challengeName } from './email-domain.ts';
import type { EmailDomain, IdentityProvider } from './identity-provider.ts';

interface Verification {
  readonly at: string;
  readonly destinations: Destinations;
  readonly resolveTxt: ResolveTxt;
}

/**
 * Looks up the challenges of domains that are not verified, and claims the domains that have theirs. Throws `domain_taken`
 * if another provider has one of them; the others are still verified.
 */
export async function verifyDomains(
  table: Table,
  provider: IdentityProvider,
  { at, destinations, resolveTxt }: Verification,
): Promise<IdentityProvider> {
  const pending = provider.domains.filter(({ verified_at }) => verified_at === null);
  const isProven = await Promise.all(
    pending.map((it) => isForTests(it.domain, destinations) || hasChallenge(it, resolveTxt)),
  );
  const proven = pending.filter((_, place) => isProven[place]);
  const claims = await claimDomains(table, provider, proven, at);
  if (claims.isAnyTaken) throw new ApiError('domain_taken');
  return claims.provider;
}

async function hasChallenge({ domain, challenge }: EmailDomain, resolveTxt: ResolveTxt): Promise<boolean> {
  const records = await resolveTxt(challengeName(domain)).catch(() => []);
  return records.some((chunks) => chunks.join('').trim() === challenge);
}

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import type { Alert, AlertInclude, GuardClient, Role } from '../../client/index.ts';
import { KeptDetails } from '../services/kept-details.ts';

/** The worst 20 alerts are there after 40 seconds, by half of the requests that the service allows. */
const EVERY_MS = 2_000;

interface KeptDetailsOptions {
  readonly guard: GuardClient;
  readonly role: Role;
  readonly openId: string | undefined;
  /** Whether the service answers, and the person acts on alerts. */
  readonly readsAhead: boolean;
}

/** Reads the details of alerts, and keeps those of open ones for a time without a network. */
export function useKeptDetails(
  alerts: readonly Alert[],
  { guard, role, openId, readsAhead }: KeptDetailsOptions,
): KeptDetails {
  const mayReadContacts = isPermitted(role, 'contacts:read');
  const details = useMemo(() => {
    const include: AlertInclude[] = ['history', 'plan', ...(mayReadContacts ? (['contacts'] as const) : [])];
    return new KeptDetails((id, signal) => guard.alerts.get(id, { include, signal }), Date.now);
  }, [guard, mayReadContacts]);
  const current = useRef({ alerts, openId });
  current.current = { alerts, openId };
  useEffect(() => {
    const timer = setInterval(() => {
      const { alerts, openId = '' } = current.current;
      details.prune(new Set([...alerts.map(({ id }) => id), openId]));
      if (readsAhead) void details.readAhead(alerts);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [details, readsAhead]);
  return details;
}

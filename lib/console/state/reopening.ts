import type { Alert } from '../../client/types.ts';

const REOPENABLE_MS = 24 * 60 * 60_000;

type Judged = Pick<Alert, 'status' | 'type' | 'resolution' | 'resolved_at' | 'resolved_by'>;

/**
 * Whether the service would reopen an alert: within a day after its resolve, unless it was resolved as a test or is an
 * offline alert that no person resolved.
 */
export function mayReopen(
  { status, type, resolution, resolved_at, resolved_by }: Judged,
  now: number,
): boolean {
  if (status !== 'resolved' || resolved_at === null || resolution === 'test') return false;
  if (type === 'device-offline' && resolved_by === null) return false;
  return now - Date.parse(resolved_at) < REOPENABLE_MS;
}

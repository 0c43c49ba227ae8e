import type { Alert } from '../../client/types.ts';

const REOPENABLE_MS = 24 * 60 * 60_000;

/** The note of a resolve that was taken back at once. */
export const UNDO_NOTE = 'Resolve undone';

type Judged = Pick<Alert, 'status' | 'type' | 'resolution' | 'resolved_at' | 'resolved_by'>;

/**
 * Whether the service reopens an alert: within a day of its resolve, unless it was resolved as a test, and unless it says that
 * a device is silent and no person resolved it.
 */
export function mayReopen(
  { status, type, resolution, resolved_at, resolved_by }: Judged,
  now: number,
): boolean {
  if (status !== 'resolved' || resolved_at === null || resolution === 'test') return false;
  if (type === 'device-offline' && resolved_by === null) return false;
  return now - Date.parse(resolved_at) < REOPENABLE_MS;
}

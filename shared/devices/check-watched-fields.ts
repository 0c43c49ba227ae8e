import { ApiError } from '../errors.ts';
import type { Device } from './device.ts';

const WATCHED_FIELDS = ['status', 'last_seen_at'] as const;

type WatchedFields = { readonly [N in (typeof WATCHED_FIELDS)[number]]?: Device[N] | undefined };

/** Throws `validation_failed` if a client sends `status` or `last_seen_at` of a watched device: Guard sets them. */
export function checkWatchedFields(heartbeatSeconds: number | null, given: WatchedFields): void {
  if (heartbeatSeconds === null) return;
  const wrong = WATCHED_FIELDS.filter((field) => given[field] !== undefined);
  if (wrong.length === 0) return;
  const fields = wrong.map((field) => [
    field,
    [`The ${field} field must not be sent of a device that is watched.`],
  ]);
  throw new ApiError('validation_failed', { fields: Object.fromEntries(fields) });
}

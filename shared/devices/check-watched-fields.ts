import { ApiError } from '../errors.ts';
import type { Device } from './device.ts';

const SIGNS = ['status', 'last_seen_at'] as const;

type Signs = { readonly [N in (typeof SIGNS)[number]]?: Device[N] | undefined };

/**
 * Throws `validation_failed` where a client says of a device that is watched, or is going to be, whether it is there: that is for
 * Guard to say.
 */
export function checkWatchedFields(heartbeatSeconds: number | null, given: Signs): void {
  if (heartbeatSeconds === null) return;
  const wrong = SIGNS.filter((field) => given[field] !== undefined);
  if (wrong.length === 0) return;
  const fields = wrong.map((field) => [
    field,
    [`The ${field} field must not be sent of a device that is watched.`],
  ]);
  throw new ApiError('validation_failed', { fields: Object.fromEntries(fields) });
}

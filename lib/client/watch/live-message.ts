import type { Alert, Device } from '../types.ts';

/** A change, as the service tells it. */
export type LiveChange =
  | { readonly type: 'alert'; readonly action: string; readonly alert: Alert }
  | { readonly type: 'device'; readonly device: Device }
  | { readonly type: 'device_removed'; readonly device_id: string };

export type LiveMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  | LiveChange
  | { readonly type: 'changes'; readonly changes: readonly LiveChange[] }
  | { readonly type: 'closing'; readonly reason: string };

/** A message of the service; `undefined` where a newer service says what this client does not know. */
export function readLiveMessage(data: unknown): LiveMessage | undefined {
  if (typeof data !== 'string') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return undefined;
  }
  return isObject(message) && 'type' in message && typeof message.type === 'string'
    ? (message as LiveMessage)
    : undefined;
}

/** The changes that a message tells of. */
export function changesOf(message: LiveMessage): readonly LiveChange[] {
  switch (message.type) {
    case 'alert':
    case 'device':
    case 'device_removed':
      return [message];
    case 'changes':
      return Array.isArray(message.changes)
        ? message.changes.filter((it): it is LiveChange => isObject(it))
        : [];
    default:
      return [];
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
  return isObject(message) && typeof message['type'] === 'string' ? (message as LiveMessage) : undefined;
}

/** The changes that a message tells of, but those that lack what they tell of: a newer service may say less of them. */
export function changesOf(message: LiveMessage): readonly LiveChange[] {
  const said: unknown = message.type === 'changes' ? message.changes : [message];
  return Array.isArray(said) ? said.filter(isChange) : [];
}

function isChange(value: unknown): value is LiveChange {
  if (!isObject(value)) return false;
  switch (value['type']) {
    case 'alert':
      return hasId(value['alert']);
    case 'device':
      return hasId(value['device']);
    case 'device_removed':
      return typeof value['device_id'] === 'string';
    default:
      return false;
  }
}

function hasId(value: unknown): boolean {
  return isObject(value) && typeof value['id'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

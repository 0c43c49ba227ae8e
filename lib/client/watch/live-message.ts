import type { Alert, Device, SiteOpenings, SiteTest } from '../types.ts';

/** A change, as the service sends it. */
export type LiveChange =
  | { readonly type: 'alert'; readonly action: string; readonly alert: Alert }
  | { readonly type: 'device'; readonly device: Device }
  | { readonly type: 'test'; readonly action: string; readonly test: SiteTest }
  | { readonly type: 'openings'; readonly site_id: string; readonly openings: SiteOpenings }
  | { readonly type: 'device_removed'; readonly device_id: string }
  | { readonly type: 'viewers'; readonly alert_id: string; readonly viewers: readonly Viewer[] };

/** A person who has an alert open. */
export interface Viewer {
  readonly user_id: string;
  readonly name: string;
}

export type LiveMessage =
  | { readonly type: 'ready' }
  /** `late_seconds`: how long alerts have been waiting to be sent. An older service does not say it. */
  | { readonly type: 'pong'; readonly late_seconds?: number }
  | LiveChange
  | { readonly type: 'changes'; readonly changes: readonly LiveChange[] }
  | { readonly type: 'closing'; readonly reason: string }
  | { readonly type: 'error' };

/** Reads a message of the service; `undefined` if this client does not know it. */
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

/** The changes of a message, except incomplete ones, which a newer service may send. */
export function changesOf(message: LiveMessage): readonly LiveChange[] {
  const changes: unknown = message.type === 'changes' ? message.changes : [message];
  return Array.isArray(changes) ? changes.filter(isChange) : [];
}

function isChange(value: unknown): value is LiveChange {
  if (!isObject(value)) return false;
  switch (value['type']) {
    case 'alert':
      return hasId(value['alert']);
    case 'device':
      return hasId(value['device']);
    case 'test':
      return hasId(value['test']);
    case 'openings':
      return typeof value['site_id'] === 'string' && isObject(value['openings']);
    case 'device_removed':
      return typeof value['device_id'] === 'string';
    case 'viewers':
      return typeof value['alert_id'] === 'string' && Array.isArray(value['viewers']);
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

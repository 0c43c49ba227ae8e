import type { Alert } from '../alerts/alert.ts';
import type { AlertEventAction } from '../alerts/alert-event.ts';
import type { Device } from '../devices/device.ts';
import type { SiteTest } from '../tests/site-test.ts';
import type { TestEventAction } from '../tests/test-event.ts';

/** Why a connection is closed. The client signs in again, gives up, or connects again. */
export type ClosingReason =
  | 'session_ended'
  | 'account_not_active'
  | 'tenant_not_active'
  | 'reach_changed'
  | 'lifetime_over'
  | 'too_many_messages';

export type Change =
  /** The alert after its last action. */
  | { readonly type: 'alert'; readonly action: AlertEventAction; readonly alert: Alert }
  | { readonly type: 'device'; readonly device: Device }
  /** The test after its last action. */
  | { readonly type: 'test'; readonly action: TestEventAction; readonly test: SiteTest }
  /** The device was deleted, or moved outside the scope. */
  | { readonly type: 'device_removed'; readonly device_id: string };

/** Every message of the service to a client (docs/api-contract.md, "Live"). */
export type Message =
  | { readonly type: 'ready' }
  | Change
  | { readonly type: 'changes'; readonly changes: readonly Change[] }
  | { readonly type: 'closing'; readonly reason: ClosingReason }
  | { readonly type: 'pong' }
  | { readonly type: 'error'; readonly message: string };

export const writeMessage = (message: Message) => JSON.stringify(message);

/** API Gateway counts every 32 KB of a message as one, and takes no frames above that (AWS, "WebSocket API quotas"). */
const MAXIMUM_BYTES = 32 * 1024;
const ENVELOPE_BYTES = 64;

/** Packs changes into as few messages as possible, in their order. */
export function packChanges(changes: readonly Change[]): string[] {
  const packs: Change[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes + size > MAXIMUM_BYTES) {
      packs.push([]);
      bytes = ENVELOPE_BYTES;
    }
    packs.at(-1)?.push(change);
    bytes += size;
  }
  return packs.map((pack) => {
    const [only, ...others] = pack;
    return writeMessage(only && others.length === 0 ? only : { type: 'changes', changes: pack });
  });
}

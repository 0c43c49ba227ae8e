import type { Runtime } from '../lambda/runtime.ts';
import type { Network } from '../outbound/guarded-lookup.ts';
import type { Send } from './sender.ts';

export type SenderRuntime = Pick<Runtime, 'settings' | 'table' | 'clock' | 'stopwatch'>;

export interface SendersOutside {
  readonly network?: Network;
}

/** Sends to every kind of channel. Make it once per function: it keeps its clients. */
export function connectSenders(_runtime: SenderRuntime, _outside: SendersOutside = {}): Send {
  throw new Error('SKELETON');
}

import type { RuntimeSource } from '../lambda/runtime.ts';
import type { Send } from './sender.ts';
import { connectSenders, type SenderRuntime } from './senders.ts';

/** How a function connects its senders; tests replace it. */
export type ConnectSenders = (runtime: SenderRuntime) => Send;

/** Connects the senders of a function at the first message, and keeps them for all of its runs. */
export function connectOnce(source: RuntimeSource, connect: ConnectSenders = connectSenders): Send {
  let send: Send | undefined;
  return (...message) => {
    send ??= connect(source());
    return send(...message);
  };
}

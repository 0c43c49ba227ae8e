import type { ChannelKind } from '../channels/channel-kind.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Network } from '../outbound/guarded-lookup.ts';
import { lambdaNetwork } from '../outbound/lambda-network.ts';
import { emailSender } from './send-email.ts';
import { pushSender } from './send-push.ts';
import { refusedForNow, unknown } from './send-result.ts';
import { smsSender } from './send-sms.ts';
import type { Send, SendResult } from './sender.ts';

export type SenderRuntime = Pick<Runtime, 'settings' | 'table' | 'clock' | 'stopwatch'>;

export interface SendersOutside {
  readonly network?: Network;
  /** Makes the sender of a kind, at its first message. */
  readonly connect?: (kind: ChannelKind, runtime: SenderRuntime, network: Network) => Send;
}

/** The time limit of a message, over the limits of its calls. */
const LIMIT_MILLISECONDS = 6_000;

/**
 * Sends to every kind of channel. Make it once for a function, because it keeps its clients. Each client is made with the
 * first message of its kind. Their modules are imported at once, because an `import()` in a bundle loads nothing later, but
 * keeps all exports.
 */
export function connectSenders(runtime: SenderRuntime, outside: SendersOutside = {}): Send {
  const { network = lambdaNetwork(runtime.stopwatch), connect = connectSender } = outside;
  const senders = new Map<ChannelKind, Send>();
  const senderOf = (kind: ChannelKind) => {
    const known = senders.get(kind) ?? connect(kind, runtime, network);
    senders.set(kind, known);
    return known;
  };
  return async (destination, message, context) => {
    // Senders throw only before they send, when the table or the key fails, so the message may be tried again.
    const sending = (async () => senderOf(destination.kind)(destination, message, context))();
    return atMost(
      network,
      sending.catch(() => refusedForNow('failed')),
    );
  };
}

function connectSender(kind: ChannelKind, runtime: SenderRuntime, network: Network): Send {
  switch (kind) {
    case 'email':
      return emailSender(runtime);
    case 'sms':
      return smsSender(runtime.settings);
    case 'push':
      return pushSender(runtime, network);
  }
}

/** Resolves to the result of sending; after the limit, to `unknown`. */
function atMost({ timeout }: Network, sending: Promise<SendResult>): Promise<SendResult> {
  return new Promise((resolve) => {
    const limit = timeout(LIMIT_MILLISECONDS);
    const end = () => resolve(unknown('no_answer'));
    limit.addEventListener('abort', end, { once: true });
    sending.then((result) => {
      limit.removeEventListener('abort', end);
      resolve(result);
    });
  });
}

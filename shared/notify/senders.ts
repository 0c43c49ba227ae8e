import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { lambdaNetwork, type Network } from '../lambda/outbound.ts';
import type { Runtime, RuntimeSource } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { NO_SMS, readSmsCountries } from '../lambda/sms-settings.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import { findSuppression } from '../mail/mail-status.ts';
import { connectSes, PROVIDER_LIMITS, sendEmail } from '../mail/ses.ts';
import type { ChannelKind } from './channel-kind.ts';
import { readPhoneNumber } from './check-channel.ts';
import { pushSender } from './send-push.ts';
import {
  refusedForGood,
  refusedForNow,
  resultOfError,
  SENT,
  type Send,
  type SendResult,
  unknown,
} from './sender.ts';
import { isSmsOn } from './sender-settings.ts';

type SenderRuntime = Pick<Runtime, 'settings' | 'table' | 'clock' | 'stopwatch'>;

interface SendersOutside {
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

/** Sends mail by SES, except to addresses that bounced or complained. */
export function emailSender(
  { settings, table }: Pick<Runtime, 'settings' | 'table'>,
  ses: Pick<SESv2Client, 'send'> = connectSes(),
): Send {
  return async ({ address }, { subject, text }) => {
    if (!isMailOn(settings)) return refusedForGood('channel_off');
    if (await findSuppression(table, address)) return refusedForGood('address_suppressed');
    try {
      await ses.send(sendEmail(settings, address, { subject, text }));
      return SENT;
    } catch (error) {
      return resultOfError(error);
    }
  };
}

type SmsSettings = Pick<Settings, 'smsFrom' | 'smsCountries' | 'smsConfigurationSet'>;

const connect = () => new PinpointSMSVoiceV2Client(PROVIDER_LIMITS);

/**
 * Sends SMS by AWS End User Messaging SMS, to the countries of the stage only. The receipt of a delivery contains the context
 * again.
 */
export function smsSender(
  settings: SmsSettings,
  client: Pick<PinpointSMSVoiceV2Client, 'send'> = connect(),
): Send {
  return async ({ address }, { text }, context) => {
    if (!isSmsOn(settings)) return refusedForGood('channel_off');
    const fault = faultOfNumber(address, settings);
    if (fault !== undefined) return refusedForGood(fault);
    const { smsFrom, smsConfigurationSet } = settings;
    try {
      await client.send(
        new SendTextMessageCommand({
          DestinationPhoneNumber: address,
          OriginationIdentity: smsFrom,
          MessageBody: text,
          MessageType: 'TRANSACTIONAL',
          ...(smsConfigurationSet === NO_SMS ? {} : { ConfigurationSetName: smsConfigurationSet }),
          ...(context === undefined ? {} : { Context: { ...context } }),
        }),
      );
      return SENT;
    } catch (error) {
      return resultOfError(error);
    }
  };
}

/** Why the stage sends no SMS to a number. */
type NumberFault = 'number_not_valid' | 'country_not_allowed';

/**
 * Why the stage sends no SMS to a number, which is in the format E.164; `undefined` if it sends. A landline that was verified before only
 * mobile phones were taken stays, because it has received a code.
 */
export function faultOfNumber(
  number: string,
  { smsCountries }: Pick<Settings, 'smsCountries'>,
): NumberFault | undefined {
  const read = readPhoneNumber(number, readSmsCountries(smsCountries));
  if (read?.number !== number || read.isPremium) return 'number_not_valid';
  return read.isAllowed ? undefined : 'country_not_allowed';
}

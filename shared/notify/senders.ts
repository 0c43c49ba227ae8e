import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { lambdaNetwork, type Network } from '../lambda/outbound.ts';
import { PROVIDER_LIMITS } from '../lambda/provider-limits.ts';
import type { Runtime, RuntimeSource } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { NO_SMS, readSmsCountries } from '../lambda/sms-settings.ts';
import { isMailOn } from '../mail/mail-settings.ts';
import { findSuppressed, findSuppression } from '../mail/mail-status.ts';
import { connectSes, sendEmail } from '../mail/ses.ts';
import type { Table } from '../table/table.ts';
import type { ChannelKind } from './channel-kind.ts';
import { readPhoneNumber } from './check-channel.ts';
import { pushSender } from './send-push.ts';
import {
  type Destination,
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
  /** Makes the function that sends to a kind of channel, when the first message of that kind is sent. */
  readonly connect?: (kind: ChannelKind, runtime: SenderRuntime, network: Network) => Send;
}

/** The time limit of a whole message. It is longer than the limits of its single calls. */
const LIMIT_MILLISECONDS = 6_000;

/**
 * Makes a function that sends to every kind of channel. Call it once for a function of AWS Lambda, because it keeps the
 * clients. Each client is made with the first message of its kind. Their modules are imported at once, because in a bundle an
 * `import()` loads nothing later and only keeps all exports.
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
    // A sender throws only before it sends, if the table or the key fails. So the message may be tried again.
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

/** Resolves to the result of sending. Once the time limit has passed, it resolves to `unknown`. */
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

/** How a function connects its senders. Tests replace it. */
export type ConnectSenders = (runtime: SenderRuntime) => Send;

/** Connects the senders with the first message, and keeps them for all later runs of the function. */
export function connectOnce(source: RuntimeSource, connect: ConnectSenders = connectSenders): Send {
  let send: Send | undefined;
  return (...message) => {
    send ??= connect(source());
    return send(...message);
  };
}

/** Sends mail by SES, except to addresses from which mail bounced or whose owner complained. */
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
 * Sends SMS by AWS End User Messaging SMS, only to the countries of the stage. The receipt of an SMS contains the context
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
 * Returns why the stage sends no SMS to a number in the format E.164; `undefined` if it does. A landline that was verified
 * before Guard accepted only mobile phones is still used, because it has received a code.
 */
function faultOfNumber(
  number: string,
  { smsCountries }: Pick<Settings, 'smsCountries'>,
): NumberFault | undefined {
  const read = readPhoneNumber(number, readSmsCountries(smsCountries));
  if (read?.number !== number || read.isPremium) return 'number_not_valid';
  return read.isAllowed ? undefined : 'country_not_allowed';
}

/**
 * Reads what makes the senders refuse a channel for good. Returns a function that says why they do; `undefined` if they do
 * not.
 */
export async function readFaults(
  table: Table,
  settings: Pick<Settings, 'smsCountries'>,
  channels: readonly Destination[],
): Promise<(channel: Destination) => string | undefined> {
  const addresses = channels.filter(({ kind }) => kind === 'email').map(({ address }) => address);
  const suppressed = await findSuppressed(table, addresses);
  return ({ kind, address }) => {
    if (kind === 'sms') return faultOfNumber(address, settings);
    return kind === 'email' && suppressed.has(address) ? 'address_suppressed' : undefined;
  };
}

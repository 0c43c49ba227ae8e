import * as z from 'zod';
import { NO_MAIL } from '../../../shared/lambda/settings.ts';
import { readSmsCountries } from '../../../shared/lambda/sms-settings.ts';
import { isSmsOn } from '../../../shared/notify/sender-settings.ts';
import { hasType, MAIL_EVENTS_TYPE } from '../regions.ts';
import { mailDomainOf, ownMailDomain, ownMailSet, type StageSettings } from '../stage-settings.ts';
import { type Aws, isUnknownHost, unless } from './aws.ts';
import { type Account, type Check, type Finding, fails, note, ok } from './finding.ts';

const mailAccountSchema = z.object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean() });
const identitySchema = z.object({
  VerifiedForSendingStatus: z.boolean(),
  DkimAttributes: z.object({ Status: z.string() }),
});

const destinationsSchema = z.object({
  EventDestinations: z.array(
    z.object({
      Enabled: z.boolean(),
      MatchingEventTypes: z.array(z.string()),
      EventBridgeDestination: z.unknown().optional(),
    }),
  ),
});

/** Reads from SES; `undefined` if it has no such resource. */
async function readFromSes(aws: Aws, path: string): Promise<unknown> {
  const text = await aws
    .rest('ses', 'GET', `/v2/email/${path}`, { host: `email.${aws.region}.amazonaws.com` })
    .catch(unless('NotFoundException'));
  return text === undefined ? undefined : JSON.parse(text);
}

/** What SES will do with the mail of the stage (AWS, "Amazon SES API v2 Reference"). */
export const mailSenderCheck: Check = {
  asks: 'the sender of mail',
  run: async (stageAccount) => {
    const { aws, settings } = stageAccount;
    if (settings.mailFrom === NO_MAIL) return [];
    const found = await readFromSes(aws, 'account').catch((error) => {
      if (isUnknownHost(error)) return undefined;
      throw error;
    });
    if (found === undefined) {
      return [fails(`AWS has no SES in ${aws.region}, so the stage cannot send mail. Leave out mailFrom.`)];
    }
    const { ProductionAccessEnabled, SendingEnabled } = mailAccountSchema.parse(found);
    return [
      ...(SendingEnabled ? [] : [fails('SES has paused the mail of this account.')]),
      ...(ProductionAccessEnabled
        ? []
        : [note('SES is in its sandbox: mail reaches verified addresses only, at most 200 a day.')]),
      ...(await checkIdentity(stageAccount)),
      ...(await checkConfigurationSet(stageAccount)),
    ];
  },
};

/** The functions may use the identity of the address, or else of its domain (`mailStatements`). */
async function checkIdentity({ aws, settings, stackStatus }: Account): Promise<Finding[]> {
  const own = hasType(aws.region, 'AWS::SES::EmailIdentity') ? ownMailDomain(settings) : undefined;
  const names = own === undefined ? [settings.mailFrom, mailDomainOf(settings) ?? ''] : [own];
  for (const name of names) {
    const found = await readFromSes(aws, `identities/${encodeURIComponent(name)}`);
    if (found === undefined) continue;
    if (own !== undefined && stackStatus === undefined) {
      return [fails(`SES has the identity ${own} already. Set createsMailIdentity=false.`)];
    }
    const { VerifiedForSendingStatus: isVerified, DkimAttributes: dkim } = identitySchema.parse(found);
    const unverified = `SES has not verified ${name}, so it sends no mail`;
    // The records that the stage creates are found within 72 hours (AWS, "Easy DKIM in Amazon SES").
    if (!isVerified)
      return [own ? note(`${unverified} yet.`) : fails(`${unverified} (docs/deploy.md#mail).`)];
    return dkim.Status === 'SUCCESS'
      ? [ok(`SES has verified ${name}, with DKIM.`)]
      : [note(`The DKIM of ${name} is ${dkim.Status}: receivers may reject its mail.`)];
  }
  return own === undefined
    ? [fails(`SES has no identity ${names.join(' or ')} in ${aws.region} (docs/deploy.md#mail).`)]
    : [ok(`The stack creates the identity ${own} of SES.`)];
}

async function checkConfigurationSet({ aws, settings, stackStatus }: Account): Promise<Finding[]> {
  const { mailConfigurationSet: name, stage } = settings;
  if (name === NO_MAIL) return [];
  const found = await readFromSes(aws, `configuration-sets/${encodeURIComponent(name)}/event-destinations`);
  const isLeftOut = !hasType(aws.region, MAIL_EVENTS_TYPE);
  if (name === ownMailSet(stage) && !isLeftOut) {
    return found !== undefined && stackStatus === undefined
      ? [fails(`SES has the configuration set ${name} already. Delete it.`)]
      : [];
  }
  if (found === undefined) return [fails(`SES has no configuration set ${name} in ${aws.region}.`)];
  if (!isLeftOut) return [];
  const isNoticed = destinationsSchema
    .parse(found)
    .EventDestinations.some(
      (it) => it.Enabled && it.EventBridgeDestination && it.MatchingEventTypes.includes('BOUNCE'),
    );
  return isNoticed
    ? [ok(`The configuration set ${name} sends its events to EventBridge.`)]
    : [
        note(
          `The stack notices no bounces in ${aws.region}. Send the events of ${name} by hand (docs/deploy.md#regions).`,
        ),
      ];
}

/** The price of a message to Germany, among the highest (AWS, "AWS End User Messaging pricing"). */
const SMS_USD = 0.11;

const attributesSchema = z.object({
  AccountAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
const spendLimitsSchema = z.object({
  SpendLimits: z.array(z.object({ Name: z.string(), EnforcedLimit: z.number() })),
});
const numbersSchema = z.object({
  PhoneNumbers: z.array(z.object({ Status: z.string(), NumberCapabilities: z.array(z.string()) })),
});
const poolsSchema = z.object({ Pools: z.array(z.object({ Status: z.string() })) });

/** Asks AWS End User Messaging SMS; `undefined` if it has no such resource. */
async function askSms(aws: Aws, operation: string, input: object): Promise<unknown> {
  const text = await aws
    .json('sms-voice', `PinpointSMSVoiceV2.${operation}`, input, { version: '1.0' })
    .catch(unless('ResourceNotFoundException'));
  return text === undefined ? undefined : JSON.parse(text);
}

/** What AWS will do with the SMS of the stage (AWS, "AWS End User Messaging SMS v2 API Reference"). */
export const smsSenderCheck: Check = {
  asks: 'the sender of SMS',
  run: async ({ aws, settings }) => {
    if (!isSmsOn(settings)) return [];
    const attributes = attributesSchema.parse(await askSms(aws, 'DescribeAccountAttributes', {}));
    const limits = spendLimitsSchema.parse(await askSms(aws, 'DescribeSpendLimits', {}));
    const tier = attributes.AccountAttributes.find(({ Name }) => Name === 'ACCOUNT_TIER')?.Value;
    return [
      ...(tier === 'SANDBOX'
        ? [note('SMS are in their sandbox: they reach ten verified numbers only.')]
        : []),
      ...limits.SpendLimits.filter(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT').map(
        ({ EnforcedLimit }) => describeLimit(EnforcedLimit, settings),
      ),
      ...(await checkOrigin(aws, settings)),
    ];
  },
};

/** After the limit AWS sends no SMS until the month ends (AWS, "Set an SMS, MMS or voice spending limit"). */
function describeLimit(usd: number, { smsPerDay }: StageSettings): Finding {
  const says = `SMS: AWS sends for at most $${usd} a month, such as ${Math.floor(usd / SMS_USD)} messages at $${SMS_USD}`;
  return usd < smsPerDay * SMS_USD
    ? note(`${says}, and then none. smsPerDay allows one tenant ${smsPerDay} a day. Request more.`)
    : ok(`${says}.`);
}

async function checkOrigin(aws: Aws, { smsFrom, smsCountries }: StageSettings): Promise<Finding[]> {
  if (smsFrom.startsWith('phone-')) {
    const found = await askSms(aws, 'DescribePhoneNumbers', { PhoneNumberIds: [smsFrom] });
    const [number] = found === undefined ? [] : numbersSchema.parse(found).PhoneNumbers;
    if (number && !number.NumberCapabilities.includes('SMS')) return [fails(`${smsFrom} cannot send SMS.`)];
    return [describeStatus(smsFrom, number?.Status)];
  }
  if (smsFrom.startsWith('pool-')) {
    const found = await askSms(aws, 'DescribePools', { PoolIds: [smsFrom] });
    return [
      describeStatus(smsFrom, found === undefined ? undefined : poolsSchema.parse(found).Pools[0]?.Status),
    ];
  }
  const countries = readSmsCountries(smsCountries);
  const found = await Promise.all(
    countries.map((IsoCountryCode) =>
      askSms(aws, 'DescribeSenderIds', { SenderIds: [{ SenderId: smsFrom, IsoCountryCode }] }),
    ),
  );
  const missing = countries.filter((_, place) => found[place] === undefined);
  return missing.length > 0
    ? [fails(`SMS: the account has no sender id ${smsFrom} for ${missing.join(', ')} in ${aws.region}.`)]
    : [ok(`SMS: the account has the sender id ${smsFrom} for ${countries.join(', ')}.`)];
}

function describeStatus(id: string, status: string | undefined): Finding {
  if (status === undefined) return fails(`SMS: the account has no ${id} in this region.`);
  return status === 'ACTIVE' ? ok(`SMS: ${id} is active.`) : fails(`SMS: ${id} is ${status}, not ACTIVE.`);
}

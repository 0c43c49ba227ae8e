import { isActiveTenant, tenantSizeOf } from '../accounts/account.ts';
import { readWithTenant, type SpreadTenants } from '../accounts/status-copies.ts';
import type { Warning } from '../alerts/warning.ts';
import type { TenantSize } from '../base/actor.ts';
import { canonicalJson } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { replaceUnprintable, shorten } from '../base/fields.ts';
import { newId } from '../base/ids.ts';
import { DAY_MS, formatTimestamp } from '../base/time.ts';
import { wallClockOf } from '../base/wall-clock.ts';
import { DEVICES } from '../devices/device.ts';
import { isSameHash } from '../lambda/secret.ts';
import { maskText, withoutSecrets } from '../reports/unknown-event.ts';
import { SITES } from '../sites/site.ts';
import { attribute, expression } from '../table/expression.ts';
import { CHILD_COUNT, COPIED_STATUS } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import type { AddressNames, ParsedAddress } from './address-secret.ts';
import { type CarryingContext, carryOut, type InboundSender, raiseUnknown, recordSign } from './carry-out.ts';
import { type ClientNames, fingerprintOf } from './client-id.ts';
import { formatOf } from './formats.ts';
import {
  INBOUND_ADDRESSES,
  type InboundAddress,
  type StoredAddress,
  type StoredCertificates,
} from './inbound-address.ts';
import { type InboundRecord, type InboundResult, KEPT_CHARACTERS, recordItem } from './inbound-record.ts';
import type { InboundMessage } from './message.ts';
import type { Format, Reading, Signal } from './signal.ts';

/** What decides about a message: the address and the sender behind it. */
export interface OpenAddress {
  readonly address: InboundAddress;
  readonly sender: InboundSender;
  readonly size: TenantSize;
}

const PROJECTION = expression`pk, sk, #data, #secrets, #certificates, ${attribute(COPIED_STATUS)}, ${attribute(CHILD_COUNT)}`;

/** Opens the address with a secret. `undefined` if that is no secret of the device, or its tenant is not active. */
export const openAddress = (
  table: Table,
  { secretHash, ...names }: ParsedAddress,
  now: Date,
  spread: SpreadTenants,
): Promise<OpenAddress | undefined> =>
  // The hash is random, and chooses among the copies of a tenant.
  open(table, { ...names, number: Buffer.from(secretHash).readUInt32BE(0), spread }, (stored) =>
    secretsThatCount(stored, now).some((it) => isSameHash(it, secretHash)),
  );

/**
 * Opens the address of a client that IoT Core has let in with one of its credentials. `undefined` if this credential counts no
 * longer.
 */
export const openClient = (
  table: Table,
  { fingerprint, ...names }: ClientNames,
  now: Date,
  spread: SpreadTenants,
): Promise<OpenAddress | undefined> =>
  open(table, { ...names, number: Number.parseInt(fingerprint, 16), spread }, (stored) => {
    const counts = ({ until }: StoredCertificates[number]) =>
      until === undefined || now.getTime() < Date.parse(until);
    return (
      secretsThatCount(stored, now).some((it) => fingerprintOf(it) === fingerprint) ||
      stored.certificates.some((it) => it.id.startsWith(fingerprint) && counts(it))
    );
  });

function secretsThatCount({ entity, secrets: { present, former } }: StoredAddress, now: Date): string[] {
  const { former_until: until } = entity;
  const isFormerOpen = former !== undefined && until !== null && now.getTime() < Date.parse(until);
  return isFormerOpen ? [present, former] : [present];
}

interface Opening extends AddressNames {
  readonly number: number;
  readonly spread: SpreadTenants;
}

/** One strongly consistent read of the address, its tenant and its device, so that a revocation counts at once. */
async function open(
  table: Table,
  { tenantId, deviceId, number, spread }: Opening,
  isLetIn: (stored: StoredAddress) => boolean,
): Promise<OpenAddress | undefined> {
  const [tenant, item, device] = await readWithTenant(
    table,
    { tenantId, number, spread },
    [INBOUND_ADDRESSES.key(tenantId, deviceId), DEVICES.key(tenantId, deviceId)],
    PROJECTION,
  );
  if (!item || !device || !isActiveTenant(tenant)) return undefined;
  const stored = INBOUND_ADDRESSES.read(item);
  if (!isLetIn(stored)) return undefined;
  const address = stored.entity;
  const { name, site_id: siteId, runaway_after } = DEVICES.entityOf(device);
  const { type, severity } = address.mapping;
  return {
    address,
    size: tenantSizeOf(tenant),
    sender: {
      caller: {
        keyId: deviceId,
        access: 'report',
        name,
        tenantId,
        siteId,
        deviceId,
        ...(runaway_after === null ? {} : { mayRunAway: true }),
      },
      // It has no id, because it is no key that somebody could revoke.
      actor: { kind: 'key', id: null, name },
      settings: { type, severity },
    },
  };
}

/** A message with what it means; `undefined` for one that is not understood. */
export interface ReadMessage {
  readonly message: InboundMessage;
  readonly reading: Reading | undefined;
}

/**
 * Reads messages by the format of an address. `nothing`: it is a query alone that says nothing in this format, such as that of a
 * program which opens links.
 */
export function interpret(
  address: InboundAddress,
  messages: readonly InboundMessage[],
  isPost: boolean,
): readonly ReadMessage[] | 'nothing' {
  const format = formatOf(address.format, address.mapping);
  const read = messages.map((message) => ({ message, reading: readOne(format, message) }));
  const isSilent = !isPost && read.every(({ message, reading }) => message.isOnlyQuery && !reading);
  return isSilent ? 'nothing' : read;
}

/** Topics of brokers, and those by which Home Assistant learns which sensors there are. */
const OF_PROGRAMS = /^\$|^homeassistant\/(?:status$|.+\/config$)/;

const FORGOTTEN: Reading = { signals: [], note: 'nothing_new', isSignOfLife: false };

function readOne(format: Format, message: InboundMessage): Reading | undefined {
  // A broker sends an empty message where it forgets a kept one.
  if (message.isOnlyQuery && message.topic !== undefined && message.json === undefined) return FORGOTTEN;
  if (OF_PROGRAMS.test(message.topic ?? '')) return FORGOTTEN;
  if (message.isOnlyQuery && !format.takesQuery && message.topic === undefined) return undefined;
  return format.read(message);
}

/** How many events the messages count as. */
export const countSignals = (read: readonly ReadMessage[]): number =>
  read.reduce(
    (sum, { reading }) => sum + Math.max(1, reading?.signals.filter((it) => !it.isImplied).length ?? 1),
    0,
  );

/** Whether something in the messages concerns lives, or is critical. */
export const isUrgent = (read: readonly ReadMessage[]): boolean =>
  read.some(({ reading }) =>
    reading?.signals.some(
      ({ kind, isOver, type, severity }) =>
        kind === 'alarm' && !isOver && (severity === 'critical' || type === 'panic' || type === 'fire'),
    ),
  );

/** From where and as what a message came. */
export interface Sent {
  readonly address: string;
  readonly contentType: string | undefined;
  /** Whether a broker sends it because its sender is gone (a will), so that it is no sign of life. */
  readonly isWill?: boolean;
}

export interface ReceivedMessages {
  readonly results: readonly InboundResult[];
  readonly resolved: Awaited<ReturnType<typeof carryOut>>['resolved'];
  readonly warnings: InboundRecord['warnings'];
  /** Why its sender must send it again. */
  readonly failure?: unknown;
  /** What failed although the message was carried out. */
  readonly ignored: readonly unknown[];
}

export interface Receiving extends Omit<CarryingContext, 'instantOf'> {
  /** Makes pictures of a message those of an alert. Without it, they are not kept. */
  readonly keepPictures?: ((alertId: string, pictures: readonly Buffer[]) => Promise<void>) | undefined;
}

/** Carries out messages, and records them for the installer. */
export async function receiveMessages(
  { address, sender }: OpenAddress,
  read: readonly ReadMessage[],
  sent: Sent,
  { keepPictures, ...given }: Receiving,
): Promise<ReceivedMessages> {
  const context: CarryingContext = { ...given, instantOf: clockOf(given.table, sender) };
  const all: InboundResult[] = [];
  const resolved: ReceivedMessages['resolved'][number][] = [];
  const warnings: NonNullable<InboundRecord['warnings']> = [];
  const ignored: unknown[] = [];
  const ignore = (error: unknown) => void ignored.push(error);
  const record = (item: ReturnType<typeof recordOf>) => putItem(given.table, item).catch(ignore);
  let quiet: ReturnType<typeof recordOf> | undefined;
  let isAlive = false;
  let failure: unknown;
  for (const { message, reading } of read) {
    if (!given.hasTime()) {
      failure = new ApiError('service_unavailable', { reason: 'messages_too_slow' });
      break;
    }
    const done = reading
      ? await carryOut(reading.signals, sender, context)
      : await unknown(message, address, sender, context);
    const rest = await unreadOf(reading, done.failure, (part) =>
      unknown(message, address, sender, context, part),
    );
    const reported = done.results.filter(({ result }, place) => !isQuietly(reading?.signals[place], result));
    const both = [...reported, ...rest.results];
    const results: readonly InboundResult[] =
      both.length === 0 ? [{ result: reading?.note ?? 'nothing_new' }] : both;
    all.push(...results);
    resolved.push(...done.resolved);
    const warned = [...done.warnings, ...(reading?.warnings ?? [])];
    warnings.push(...warned);
    failure = done.failure ?? rest.failure;
    if (failure !== undefined) {
      break;
    }
    const pictured = results.find(({ alert_id }) => alert_id !== undefined)?.alert_id;
    // The alert is raised already, so that a failure must not make the sender repeat the message.
    if (pictured !== undefined && message.pictures.length > 0)
      await keepPictures?.(pictured, message.pictures).catch(ignore);
    isAlive ||= !sent.isWill && reading !== undefined && reading.isSignOfLife !== false;
    const item = recordOf(address, message, results, warned, sent, context);
    if (isQuiet(results)) quiet = item;
    else await record(item);
  }
  await Promise.all([isAlive && recordSign(sender, context).catch(ignore), quiet && record(quiet)]);
  return { results: all, resolved, warnings, ignored, ...(failure === undefined ? {} : { failure }) };
}

/** Whether a signal that its message only implies said nothing. */
const isQuietly = (signal: Signal | undefined, result: InboundResult['result']): boolean =>
  signal?.isImplied === true && (result === 'nothing_new' || result === 'recorded');

/** Of more parts nobody would learn more. */
const MOST_UNREAD = 5;

/** Raises what is not understood of a message of which other parts are. */
async function unreadOf(
  reading: Reading | undefined,
  failure: unknown,
  raise: (part: unknown) => ReturnType<typeof carryOut>,
): Promise<Pick<Awaited<ReturnType<typeof carryOut>>, 'results' | 'failure'>> {
  const results: InboundResult[] = [];
  for (const part of failure === undefined ? (reading?.unread?.slice(0, MOST_UNREAD) ?? []) : []) {
    const done = await raise(part);
    if (done.failure !== undefined) return { results, failure: done.failure };
    results.push(...done.results);
  }
  return { results };
}

async function unknown(
  message: InboundMessage,
  address: InboundAddress,
  sender: InboundSender,
  context: CarryingContext,
  part?: unknown,
): ReturnType<typeof carryOut> {
  const body =
    part ??
    message.json ??
    (message.text.trim() || `A message without a body (${message.pictures.length} pictures)`);
  try {
    const result = await raiseUnknown(shownOf(address, body), sender, context);
    return { results: [result], resolved: [], warnings: [] };
  } catch (failure) {
    return { results: [], resolved: [], warnings: [], failure };
  }
}

const shownOf = ({ format, mapping }: InboundAddress, json: unknown): unknown => {
  const { shown } = formatOf(format, mapping);
  return shown && typeof json === 'object' ? shown(json) : json;
};

/** Messages that say nothing new share one entry, so that telemetry does not hide what matters, nor costs much. */
const QUIET: readonly InboundResult['result'][] = ['nothing_new', 'heartbeat'];

const isQuiet = (results: readonly InboundResult[]): boolean =>
  results.every(({ result }) => QUIET.includes(result));

function recordOf(
  address: InboundAddress,
  message: InboundMessage,
  results: readonly InboundResult[],
  warnings: readonly Warning[],
  { address: from, contentType }: Sent,
  { now, randomBytes }: CarryingContext,
) {
  return recordItem({
    id: isQuiet(results) ? quietId(now) : newId(now, randomBytes),
    device_id: address.id,
    tenant_id: address.tenant_id,
    at: formatTimestamp(now),
    format: address.format,
    address: from,
    content_type: contentType === undefined ? null : shorten(replaceUnprintable(contentType), 100),
    topic: message.topic === undefined ? null : shorten(replaceUnprintable(maskText(message.topic)), 200),
    body: bodyOf(address, message),
    pictures: message.pictures.length,
    results: results.slice(0, MOST_RESULTS),
    ...(warnings.length === 0 ? {} : { warnings: warnings.slice(0, MOST_RESULTS) }),
  });
}

const MOST_RESULTS = 20;

/** The id of the entry of an hour for messages that say nothing new: the last of them replaces the others. */
function quietId(now: Date): string {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  return newId(hour, (size) => new Uint8Array(size));
}

const LONGEST_TEXT = 300;
const LONGEST_LIST = 5;

/** The body as people may see it: without secrets, and with long texts and lists cut, so that the whole form remains. */
function bodyOf(address: InboundAddress, message: InboundMessage): string {
  const json = typeof message.json === 'object' ? shownOf(address, message.json) : undefined;
  const text = json === undefined ? maskText(message.text) : canonicalJson(withoutSecrets(condense(json)));
  return shorten(replaceUnprintable(text).trim(), KEPT_CHARACTERS);
}

function condense(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value.toWellFormed(), LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(condense);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, condense(it)]));
}

/** Finds the instants that local times mean, by the time zone of the site, which is read once. */
function clockOf(
  table: Table,
  { caller: { tenantId, siteId } }: InboundSender,
): CarryingContext['instantOf'] {
  let site: Promise<string> | undefined;
  const readZone = async () => {
    const item = await getItem(table, SITES.key(tenantId, siteId));
    return item ? SITES.entityOf(item).timezone : 'UTC';
  };
  return async (time) => {
    if (!('local' in time)) return time;
    site ??= readZone();
    const local = Date.parse(`${time.local}Z`);
    const day = Math.floor(local / DAY_MS);
    const minutes = Math.floor((local - day * DAY_MS) / 60_000);
    const seconds = local % 60_000;
    return new Date(wallClockOf(await site)(day, minutes) + seconds);
  };
}

import type { SpreadTenants } from '../accounts/status-copies.ts';
import { actionTime } from '../alerts/action-context.ts';
import type { Alert } from '../alerts/alert.ts';
import { type MailRepair, REPAIR_TEXTS } from '../alerts/mail-repairs.ts';
import { identifyEvent } from '../alerts/reported-event.ts';
import { resolveByKey } from '../alerts/resolve-by-key.ts';
import type { Warning } from '../alerts/warning.ts';
import { canonicalJson, derivedId, sha256 } from '../base/digest.ts';
import { replaceUnprintable, shorten } from '../base/fields.ts';
import { lowestIdAt, type RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { type InboundResult, KEPT_CHARACTERS, recordItem } from '../inbound/inbound-record.ts';
import { runReport } from '../reports/run-report.ts';
import { maskText } from '../reports/unknown-event.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import { hashOfRecipient } from './mail-address.ts';
import { type ArrivedMail, hasUsualSubject, joinWindow, readMailState } from './mail-window.ts';
import { type OpenMailbox, openMailbox } from './open-mailbox.ts';
import { type MailPicture, type ParsedMail, parseMail } from './parse-mail.ts';
import { type MailMeaning, type Meaning, readMeaning } from './read-meaning.ts';

/** The largest mail whose attachments are looked at, in bytes. Of a larger one the text is kept. */
export const LARGEST_MAIL = 10 * 1024 * 1024;

/** A mail as a receiver has stored it, with its envelope. */
export interface StoredMail {
  /** Its first bytes, at most `LARGEST_MAIL`. */
  readonly bytes: Buffer;
  readonly isCut: boolean;
  /** The name under which it is stored. */
  readonly object: string;
  /** The recipients of the envelope. They alone decide which device it is from. */
  readonly recipients: readonly string[];
  readonly arrivedAt: Date;
  /** The network address from which it came, or the server that delivered it. */
  readonly from: string;
  readonly isSpam?: boolean | undefined;
  readonly isVirus?: boolean | undefined;
}

/** Adds a picture to an alert. A picture that the alert has already changes nothing. */
export type AddPicture = (
  alert: Pick<Alert, 'tenant_id' | 'id'>,
  picture: {
    readonly bytes: Uint8Array;
    readonly name: string | undefined;
    readonly takenAt: Date | undefined;
  },
  sender: Pick<OpenMailbox, 'actor'> & { readonly arrivedAt: Date },
) => Promise<unknown>;

export interface ReceivingContext {
  readonly table: Table;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a device's status change expires. */
  readonly retentionDays: number;
  readonly spread: SpreadTenants;
  readonly addPicture: AddPicture;
}

export interface ReceivedMail {
  readonly deviceId: string;
  readonly results: readonly InboundResult[];
  readonly resolved: readonly Alert[];
}

/**
 * Carries out a mail for each device that its envelope names. A recipient that is unknown leaves nothing. Nothing is ever answered,
 * and a mail is no sign of life: anybody who knows the address can send one. The same stored mail once more changes nothing.
 */
export async function receiveMail(mail: StoredMail, context: ReceivingContext): Promise<ReceivedMail[]> {
  const hashes = [...new Set(mail.recipients.flatMap((it) => hashOfRecipient(it) ?? []))];
  const received: ReceivedMail[] = [];
  let parsed: ParsedMail | undefined;
  for (const hash of hashes) {
    const mailbox = await openMailbox(context.table, hash, context.spread);
    if (!mailbox) continue;
    parsed ??= await readMail(mail);
    received.push(await carryOut(parsed, mail, mailbox, context));
  }
  return received;
}

/** Parses a mail, and leaves out what must not be kept. */
async function readMail({ bytes, isCut, isSpam, isVirus }: StoredMail): Promise<ParsedMail> {
  const parsed = await parseMail(bytes);
  const { unreadable, others } = parsed;
  const repairs: MailRepair[] = [
    ...parsed.repairs,
    ...(unreadable.length > 0 && !isCut ? (['picture_unreadable'] as const) : []),
    ...(others.length > 0 ? (['attachment_left_out'] as const) : []),
    ...(isCut ? (['mail_too_large'] as const) : []),
    ...(isSpam ? (['spam_suspected'] as const) : []),
    ...(isVirus ? (['virus_suspected'] as const) : []),
  ];
  return isCut || isVirus ? { ...parsed, repairs, pictures: [], unreadable: [] } : { ...parsed, repairs };
}

/** How far the date of a mail may be from its arrival. */
const NEAR_MS = 15 * 60_000;

/**
 * Whether the date of a mail tells it from the next one. Only one near its arrival does: a clock stands still at 1970, and numbers
 * in a text or a Message-ID, such as those of a device, are the same in each mail.
 */
const isDated = ({ sentAt }: ParsedMail, { arrivedAt }: StoredMail): boolean =>
  sentAt !== undefined && Math.abs(arrivedAt.getTime() - sentAt.getTime()) <= NEAR_MS;

const TROUBLE_KEY = 'mail trouble';
const TROUBLE = { type: 'system-trouble', severity: 'medium' } as const;

async function carryOut(
  parsed: ParsedMail,
  mail: StoredMail,
  mailbox: OpenMailbox,
  context: ReceivingContext,
): Promise<ReceivedMail> {
  const { table } = context;
  const owner = { tenantId: mailbox.caller.tenantId, deviceId: mailbox.caller.deviceId };
  const state = await readMailState(table, owner);
  const arrived: ArrivedMail = {
    content: parsed.identity,
    isDated: isDated(parsed, mail),
    object: mail.object,
    arrivedAt: mail.arrivedAt,
    subject: sha256(parsed.subject),
    text: sha256(parsed.text.replaceAll(/\d+/g, '')),
  };
  const { subject, phrases } = mailbox.address;
  const meaning = readMeaning(parsed, {
    names: mailbox.names,
    subject,
    phrases,
    isUsualSubject: hasUsualSubject(arrived, state),
  });
  const run = new Run(parsed, meaning, mail, mailbox, context);
  const results: InboundResult[] = [];
  for (const means of meaning.meanings) {
    if (means === 'alarm') {
      const { window, isRepeated } = await joinWindow(table, owner, arrived, state);
      results.push(await run.raise(window, isRepeated));
    } else results.push(await run.carryOut(means, state.window));
  }
  await run.record(results);
  return { deviceId: owner.deviceId, results, resolved: run.resolved };
}

const SHORT_TEXT = 200;

class Run {
  readonly resolved: Alert[] = [];
  readonly #warnings: readonly Warning[];
  readonly #parsed: ParsedMail;
  readonly #meaning: MailMeaning;
  readonly #mail: StoredMail;
  readonly #mailbox: OpenMailbox;
  readonly #context: ReceivingContext;

  constructor(
    parsed: ParsedMail,
    meaning: MailMeaning,
    mail: StoredMail,
    mailbox: OpenMailbox,
    context: ReceivingContext,
  ) {
    this.#parsed = parsed;
    this.#meaning = meaning;
    this.#mail = mail;
    this.#mailbox = mailbox;
    this.#context = context;
    this.#warnings = parsed.repairs.map((code) => ({ field: 'mail', code, message: REPAIR_TEXTS[code] }));
  }

  async raise(window: string, isRepeated: boolean): Promise<InboundResult> {
    const { type, severity } = this.#mailbox.address;
    if (isRepeated) return this.#result('repeated', type);
    return this.#report({ type, severity, dedup_key: window });
  }

  carryOut(means: Exclude<Meaning, 'alarm'>, window: string | null): Promise<InboundResult> {
    if (means === 'trouble') return this.#report({ ...TROUBLE, dedup_key: TROUBLE_KEY });
    if (means === 'trouble_over') return this.#end(TROUBLE_KEY, 'resolve');
    if (means === 'restored' && window !== null) return this.#end(window, 'restore');
    return Promise.resolve(
      this.#result(means === 'recorded' ? 'test' : 'recorded', this.#mailbox.address.type),
    );
  }

  /** Identifies the mail, or its arrival if nothing in it tells it from another one. */
  get #eventId(): string {
    const { identity } = this.#parsed;
    const object = isDated(this.#parsed, this.#mail) ? null : this.#mail.object;
    return sha256(canonicalJson([identity, object]));
  }

  async #report(fields: { readonly type: string; readonly severity: string; readonly dedup_key: string }) {
    const { table, now, randomBytes, retentionDays } = this.#context;
    const { caller, actor } = this.#mailbox;
    const { sentAt } = this.#parsed;
    const event = {
      action: 'raise',
      ...fields,
      message: this.#meaning.message,
      ...(sentAt === undefined ? {} : { occurred_at: formatTimestamp(sentAt) }),
      metadata: this.#metadata(),
      id: this.#eventId,
    };
    const { results } = await runReport(table, [event], {
      tenantId: caller.tenantId,
      caller,
      actor,
      now,
      ...actionTime(now, randomBytes),
      randomBytes,
      retentionDays,
      isStrict: false,
      hasTime: () => true,
      isAlarm: fields.dedup_key !== TROUBLE_KEY,
      isForgeable: true,
      recognition: { isWhole: true },
      warnings: this.#warnings,
    });
    const [result] = results;
    if (!result) throw new Error('A report without a result');
    if ('error' in result) throw result.error;
    const { alert } = result;
    // Also of a repetition: the mail may have been interrupted before its pictures were added.
    if (alert) await this.#addPictures({ tenant_id: caller.tenantId, id: alert.id });
    const did = result.replayed ? 'repeated' : result.status === 201 ? 'raised' : 'occurred_again';
    return { ...this.#result(did, fields.type, alert?.id), severity: alert?.severity ?? fields.severity };
  }

  async #addPictures(alert: Pick<Alert, 'tenant_id' | 'id'>): Promise<void> {
    const { pictures, unreadable, sentAt } = this.#parsed;
    const all: Pick<MailPicture, 'bytes' | 'name'>[] = [
      ...pictures,
      ...unreadable.map((name) => ({ bytes: Buffer.alloc(0), name })),
    ];
    for (const [place, { bytes, name }] of all.entries()) {
      // A millisecond apart, so that they keep their order.
      const arrivedAt = new Date(this.#mail.arrivedAt.getTime() + place);
      const { actor } = this.#mailbox;
      await this.#context.addPicture(alert, { bytes, name, takenAt: sentAt }, { actor, arrivedAt });
    }
  }

  /** Notes in the open alert that its cause is over, or resolves the trouble. */
  async #end(dedupKey: string, ending: 'restore' | 'resolve'): Promise<InboundResult> {
    const { table, now, randomBytes, retentionDays } = this.#context;
    const { caller, actor } = this.#mailbox;
    const { tenantId, siteId, deviceId } = caller;
    const type = ending === 'restore' ? this.#mailbox.address.type : TROUBLE.type;
    const result = await resolveByKey(table, {
      ...actionTime(now, randomBytes),
      actor,
      tenantId,
      siteId,
      ownDeviceId: deviceId,
      dedupKey,
      ending,
      retentionDays,
      note: shorten(this.#meaning.message, SHORT_TEXT),
      now,
      once: identifyEvent({ tenantId, id: deviceId }, this.#eventId, ending, { isWhole: true }),
    });
    if ('replayed' in result) return this.#result('repeated', type, result.replayed?.id);
    this.resolved.push(...result.resolved);
    if (!result.alert) return this.#result('recorded', type);
    return this.#result(ending === 'restore' ? 'restored' : 'resolved', type, result.alert.id);
  }

  #metadata(): Record<string, string> {
    const { subject, others } = this.#parsed;
    const { events, named, isSubjectMessage, rest } = this.#meaning;
    const entries: [string, string][] = [
      ...(isSubjectMessage || subject === '' ? [] : [['subject', subject] as [string, string]]),
      // It comes before what it says itself, because metadata has room for 2 KB.
      ...piecesOf(rest),
      ...(events.length === 0 ? [] : [['event', [...new Set(events)].join(', ')] as [string, string]]),
      ...(named.length === 0 ? [] : [['camera', named.join(', ')] as [string, string]]),
      ...(others.length === 0 ? [] : [['attachments', others.join(', ')] as [string, string]]),
    ];
    return Object.fromEntries(
      entries.map(([name, value]) => [name, shorten(replaceUnprintable(value), LONGEST_VALUE)]),
    );
  }

  #result(result: InboundResult['result'], type: string, alertId?: string): InboundResult {
    return {
      result,
      type,
      text: shorten(this.#meaning.message, SHORT_TEXT),
      ...(alertId === undefined ? {} : { alert_id: alertId }),
    };
  }

  /** Records the mail for the installer; the same entry for the same mail. */
  async record(results: readonly InboundResult[]): Promise<void> {
    const [parsed, mail, mailbox] = [this.#parsed, this.#mail, this.#mailbox];
    const said = [parsed.subject, parsed.text].filter((it) => it !== '').join('\n');
    await putItem(
      this.#context.table,
      recordItem({
        id: derivedId(lowestIdAt(mail.arrivedAt), `${mailbox.address.id} ${mail.object}`),
        device_id: mailbox.address.id,
        tenant_id: mailbox.address.tenant_id,
        at: formatTimestamp(mail.arrivedAt),
        format: 'mail',
        address: shorten(replaceUnprintable(mail.from), 100),
        content_type: 'message/rfc822',
        topic: null,
        body: shorten(replaceUnprintable(maskText(said)).trim(), KEPT_CHARACTERS),
        pictures: parsed.pictures.length,
        results: [...results],
        ...(this.#warnings.length === 0 ? {} : { warnings: [...this.#warnings] }),
      }),
    );
  }
}

const LONGEST_VALUE = 480;

/** More would not fit into metadata. */
const MOST_PIECES = 4;

/** A text in pieces, each of which fits into metadata: `text`, `text-2` and so on. An ellipsis says that more is left out. */
function piecesOf(text: string): [string, string][] {
  const shown = shorten(text, MOST_PIECES * LONGEST_VALUE);
  return Array.from({ length: Math.ceil(shown.length / LONGEST_VALUE) }, (_, place) => [
    place === 0 ? 'text' : `text-${place + 1}`,
    shown.slice(place * LONGEST_VALUE, (place + 1) * LONGEST_VALUE),
  ]);
}

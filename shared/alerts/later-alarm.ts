import { canonicalJson, sha256 } from '../base/digest.ts';
import { concernsLives } from '../base/life-types.ts';
import { toEpochSeconds } from '../base/time.ts';
import type { RaisedInput } from './alert-input.ts';

/** What Guard does not understand may concern lives. Only its words say what it is about. */
const UNKNOWN_SIGNAL = 'unknown-signal';

/** A report of an alert that somebody has acknowledged. */
export interface LaterAlarm {
  readonly type: string;
  /** Whether a later report of any type is heard, as the alarm of a panel is. */
  readonly isAlarm: boolean;
  /** Identifies what the report says; `undefined` if the report has an id, by which its repetition is recognized. */
  readonly content: string | undefined;
  /** Identifies the zone and user that the report names; of what Guard does not understand, its words without numbers. */
  readonly source: string;
  /** When it arrived. */
  readonly at: Date;
}

/** What the claim of an alert remembers about the reports that it counted. */
export interface HeardReports {
  /** The last report without an id that was no repetition. */
  readonly heard?: HeardReport | undefined;
  /** The latest reactivations, the oldest first. */
  readonly reactivations?: readonly Reactivation[] | undefined;
}

export interface HeardReport {
  readonly content: string;
  /** In epoch seconds. */
  readonly at: number;
}

export interface Reactivation {
  readonly source: string;
  /** In epoch seconds. */
  readonly at: number;
}

/** An acknowledgement, and what happened after it. */
export interface Acknowledgement extends HeardReports {
  /** A timestamp of the API. */
  readonly acknowledgedAt: string;
  /** Whether the cause of the alert was over, or its alarm cancelled, before this report. */
  readonly isRestored: boolean;
  /** When the area of the alarm was last opened or closed: a timestamp of the API. */
  readonly openedOrClosedAt?: string | undefined;
}

const REPEATED_SECONDS = 60;
const COVERED_SECONDS = 5 * 60;
const PAUSE_SECONDS = 60;
const WINDOW_SECONDS = 10 * 60;
const MOST_IN_WINDOW = 3;
/** The claim costs more write units above 1 KB. With more sources than this, one may be heard once too often. */
const MOST_REMEMBERED = 12;

/** Whether a report without an id repeats the last one that its alert counted. */
function isRepeated({ content, at }: LaterAlarm, { heard }: HeardReports): boolean {
  return heard !== undefined && heard.content === content && toEpochSeconds(at) - heard.at < REPEATED_SECONDS;
}

/** Whether an opening or closing decides if the report is heard, because nothing else does. */
export function dependsOnOpening(alarm: LaterAlarm, acknowledgement: Acknowledgement): boolean {
  return alarm.isAlarm && !isHeard(alarm, acknowledgement) && mayReactivate(alarm, acknowledgement);
}

/**
 * Whether a report makes its acknowledged alert active again. An acknowledgement covers what had happened when it was given: a
 * later alarm that concerns lives is heard at once, and any other alarm after a restore, an opening or a closing, or five minutes
 * after the acknowledgement. Each zone and user reactivates at most once a minute and three times in ten minutes, so that a stuck
 * button does not undo every acknowledgement.
 */
export function reactivates(alarm: LaterAlarm, acknowledgement: Acknowledgement): boolean {
  const { acknowledgedAt, openedOrClosedAt = '' } = acknowledgement;
  const isAfterOpening = alarm.isAlarm && openedOrClosedAt > acknowledgedAt;
  return (isAfterOpening || isHeard(alarm, acknowledgement)) && mayReactivate(alarm, acknowledgement);
}

/** Whether a report is heard, whatever was opened or closed. */
function isHeard(
  { type, isAlarm, at }: LaterAlarm,
  { acknowledgedAt, isRestored }: Acknowledgement,
): boolean {
  const isLate = at.getTime() - Date.parse(acknowledgedAt) >= COVERED_SECONDS * 1_000;
  return concernsLives(type) || type === UNKNOWN_SIGNAL || isRestored || (isAlarm && isLate);
}

/** Whether the zone and user of a report have not made its alert active again too often. */
export function mayReactivate(
  alarm: LaterAlarm,
  before: HeardReports & Pick<Acknowledgement, 'isRestored'>,
): boolean {
  const { reactivations = [], isRestored } = before;
  if (!isRestored && isRepeated(alarm, before)) return false;
  const ages = reactivations
    .filter(({ source }) => source === alarm.source)
    .map(({ at }) => toEpochSeconds(alarm.at) - at);
  const recent = ages.filter((age) => age < WINDOW_SECONDS);
  return recent.length < MOST_IN_WINDOW && recent.every((age) => age >= PAUSE_SECONDS);
}

/** What the claim remembers after a report. A repetition leaves the time of the report that it repeats. */
export function hearing(alarm: LaterAlarm, before: HeardReports): Pick<HeardReports, 'heard'> {
  const { content, at } = alarm;
  if (content === undefined || isRepeated(alarm, before)) return {};
  return { heard: { content, at: toEpochSeconds(at) } };
}

/** The reactivations that a claim remembers after one more. */
export function withReactivation(
  { source, at }: LaterAlarm,
  { reactivations = [] }: HeardReports,
): readonly Reactivation[] {
  const now = toEpochSeconds(at);
  const recent = reactivations.filter((it) => now - it.at < WINDOW_SECONDS);
  return [...recent, { source, at: now }].slice(-MOST_REMEMBERED);
}

/** An alarm of the given report. */
export function laterAlarm(
  { type, severity, message, zone_id, device_id, metadata = {}, occurred_at, reported_at }: RaisedInput,
  { now, isAlarm, hasId }: { readonly now: Date; readonly isAlarm: boolean; readonly hasId: boolean },
): LaterAlarm {
  const { zone, partition, user } = metadata;
  const place = { zone_id, device_id };
  const words = type === UNKNOWN_SIGNAL ? { words: message.replaceAll(/\d+/g, '') } : {};
  const said = { type, severity, message, ...place, metadata, occurred_at: reported_at ?? occurred_at };
  return {
    type,
    isAlarm,
    content: hasId ? undefined : hashOf(said),
    source: hashOf({ ...place, zone, partition, user, ...words }),
    at: now,
  };
}

const HASH_LENGTH = 12;

const hashOf = (value: object) => sha256(canonicalJson(value)).slice(0, HASH_LENGTH);

import type { Warning } from '../base/fields.ts';
import type { AlertSeverity } from '../base/severities.ts';
import type { InboundMessage } from './message.ts';

/** A time of day without a zone, which is that of the site: `2026-11-28T22:10:38`. */
export interface LocalTime {
  readonly local: string;
}

/** What a message says about one thing. */
export interface Signal {
  /** What it is about, in the words of its sender: an id, or a topic. Together with `part` it is the dedup key. */
  readonly thing: string;
  /** Which property of the thing. */
  readonly part?: string;
  /**
   * The state of the thing. The same state once more says nothing new. An event with an identity of its own contains this
   * identity.
   */
  readonly state: string;
  /** Whether it only repeats an event, of which it names no identity: any state that begins with this one is known. */
  readonly isReminder?: boolean;
  /**
   * Whether the message only implies it, and does not say it. It counts as nothing if it says nothing new, and an end also if its
   * thing never had this part.
   */
  readonly isImplied?: boolean;
  /** `note`: neither an alarm nor a trouble. It is recorded, and raises nothing. */
  readonly kind: 'alarm' | 'trouble' | 'note';
  /** Whether the alarm or trouble has ended. The end of a trouble resolves its alert, that of an alarm is noted in it. */
  readonly isOver?: boolean;
  readonly type: string;
  /** Whether its sender does not say what the thing is, so that the settings of the address decide about the type. */
  readonly isUntyped?: boolean;
  /** By default that of its type. */
  readonly severity?: AlertSeverity | undefined;
  readonly message: string;
  readonly occurredAt?: Date | LocalTime | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  /** After how many seconds without a repetition the same state is new: its sender never says that it ended. */
  readonly lapsesAfterSeconds?: number;
  /** For how many days its state is remembered. By default for more than a year. */
  readonly keptDays?: number;
}

/**
 * After how many seconds an event is new although no end came between: its sender tries once, and may have lost the end. A state
 * that is repeated more often remains known.
 */
export const LOST_END_SECONDS = 600;

/** The same for states that may be repeated as rarely as once a day. */
export const LOST_STATE_SECONDS = 86_400;

/** What a message means. */
export interface Reading {
  readonly signals: readonly Signal[];
  /** Whether the message shows that its sender works. By default it does. */
  readonly isSignOfLife?: boolean;
  /** What else it was: the answer to it and its record say so. */
  readonly note?: 'heartbeat' | 'test' | 'nothing_new';
  /** The parts of the message that are not understood, while others are. */
  readonly unread?: readonly unknown[];
  /** What the message lacks. */
  readonly warnings?: readonly Warning[];
}

/** What the settings of an address say about the things whose type the sender does not name. */
export interface UntypedSettings {
  readonly type?: string | undefined;
  readonly severity?: AlertSeverity | undefined;
}

/** The words of one system. It is data and pure functions; nothing in it knows the table. */
export interface Format {
  /** Whether a query alone, without a body, can be a message of this format. */
  readonly takesQuery?: boolean;
  /** Reads a message; `undefined` if it is not one of this format. */
  readonly read: (message: InboundMessage) => Reading | undefined;
  /** The part of a JSON body that people may see; by default all, without what looks like a secret. */
  readonly shown?: (json: unknown) => unknown;
}

/** A message that says nothing but that its sender works. */
export const HEARTBEAT: Reading = { signals: [], note: 'heartbeat' };

/** A message with which somebody tries the connection. */
export const TEST_MESSAGE: Reading = { signals: [], note: 'test' };

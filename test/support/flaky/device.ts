import type { Dice } from './dice.ts';

/** An event that a device has to report, with its id. */
export interface DeviceEvent {
  readonly id: string;
  readonly action: 'raise' | 'resolve';
  readonly dedup_key: string;
  readonly [field: string]: unknown;
}

/** The service's result of an event. */
export interface EventAnswer {
  readonly status: number;
  readonly replayed?: boolean;
}

/** Sends a report and resolves to its results; `undefined` if the service rejected it or did not respond. */
export type Send = (events: readonly DeviceEvent[]) => Promise<readonly EventAnswer[] | undefined>;

const LARGEST_REPORT = 25;
/** One of three attempts fails on average. So many failures in a row are not chance. */
const MOST_ATTEMPTS = 100;

const REQUEST_LOST = 0.12;
const REPLY_LOST = 0.12;
const LATE = 0.08;
const RESTARTS = 0.06;
const REPEATS = 0.1;

/**
 * A device with a bad network. It sends the oldest events of its buffer, and takes from the buffer what was answered: until then
 * it sends them again, perhaps with later ones. Requests and replies are lost; requests arrive while their repetition is
 * under way, or long after it; and what was answered is sent again by a device that lost its power before it noted that.
 */
export class FlakyDevice {
  /** The statuses of the responses to each event, in order. */
  readonly answers = new Map<string, number[]>();
  readonly #buffer: DeviceEvent[] = [];
  /** Requests that have not arrived yet. */
  readonly #late: (readonly DeviceEvent[])[] = [];
  readonly #send: Send;
  readonly #dice: Dice;

  constructor(send: Send, dice: Dice) {
    this.#send = send;
    this.#dice = dice;
  }

  note(event: DeviceEvent): void {
    this.#buffer.push(event);
  }

  /** Sends what is in the buffer, until it is empty. Throws where that never ends. */
  async empty(): Promise<void> {
    for (let attempts = 0; this.#buffer.length > 0; attempts += 1) {
      if (attempts > MOST_ATTEMPTS) throw new Error(`It is never done: ${JSON.stringify(this.#buffer)}`);
      const events = this.#buffer.slice(0, 1 + this.#dice.pick(LARGEST_REPORT));
      const done = await this.#attempt(events);
      const hasForgotten = this.#dice.roll() < RESTARTS;
      if (!hasForgotten) this.#buffer.splice(0, done);
      if (done > 0 && this.#dice.roll() < REPEATS) this.#late.push(events.slice(0, done));
    }
  }

  /** Delivers the requests that have not arrived yet. */
  async settle(): Promise<void> {
    for (const events of this.#late.splice(0)) this.#keep(events, await this.#send(events));
  }

  /** The number of leading events that are known to be processed. */
  async #attempt(events: readonly DeviceEvent[]): Promise<number> {
    const chance = this.#dice.roll();
    if (chance < REQUEST_LOST) {
      // It may be that the network only keeps it for long.
      if (this.#dice.roll() < 0.5) this.#late.push(events);
      return 0;
    }
    if (chance < REQUEST_LOST + REPLY_LOST) {
      this.#keep(events, await this.#send(events));
      return 0;
    }
    if (chance < REQUEST_LOST + REPLY_LOST + LATE) {
      // The device waits no longer, and sends it again while the first one is worked off.
      const [first, again] = await Promise.all([this.#send(events), this.#send(events)]);
      this.#keep(events, first);
      return this.#keep(events, again);
    }
    if (this.#dice.roll() < REPEATS) {
      const [results] = await Promise.all([this.#send(events), this.settle()]);
      return this.#keep(events, results);
    }
    return this.#keep(events, await this.#send(events));
  }

  /** Records the responses and returns the number of leading events that are processed. */
  #keep(events: readonly DeviceEvent[], results: readonly EventAnswer[] | undefined): number {
    if (!results) return 0;
    let done = events.length;
    for (const [place, { id }] of events.entries()) {
      const status = results[place]?.status ?? 0;
      if (status === 409 || status >= 500) done = Math.min(done, place);
      else this.answers.set(id, [...(this.answers.get(id) ?? []), status]);
    }
    return done;
  }
}

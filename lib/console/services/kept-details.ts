import type { Alert, AlertDetails } from '../../client/index.ts';
import { rankOf } from '../state/severities.ts';

/** An alert with what the desk shows about it. */
export type ReadAlert = Alert & AlertDetails;

export interface KeptDetail {
  readonly alert: ReadAlert;
  readonly at: Date;
}

/** The number of alerts that are read before anybody opens them. */
export const READ_AHEAD = 20;
/** A detail that was read ahead is as good as a new one for this time, once. */
const FRESH_MS = 15_000;
/** An alert that could not be read ahead is tried again after this time. */
const TRY_AGAIN_MS = 60_000;

/**
 * Keeps what was read about open alerts in the memory of the tab, so that plans, contacts and history are there without a
 * network. The worst unacknowledged alerts are read ahead, one at a time.
 */
export class KeptDetails {
  readonly #read: (id: string, signal?: AbortSignal) => Promise<ReadAlert>;
  readonly #clock: () => number;
  readonly #kept = new Map<string, KeptDetail>();
  /** Read ahead, and not shown yet. */
  readonly #unseen = new Set<string>();
  readonly #ahead = new Map<string, Promise<ReadAlert | undefined>>();
  readonly #failedAt = new Map<string, number>();

  constructor(read: (id: string, signal?: AbortSignal) => Promise<ReadAlert>, clock: () => number) {
    this.#read = read;
    this.#clock = clock;
  }

  of(id: string): KeptDetail | undefined {
    return this.#kept.get(id);
  }

  /** Reads an alert for a person, unless it was read ahead just now. */
  async read(id: string, signal?: AbortSignal): Promise<ReadAlert> {
    await this.#ahead.get(id);
    const kept = this.#kept.get(id);
    const isFresh = this.#unseen.delete(id) && kept && this.#clock() - kept.at.getTime() < FRESH_MS;
    return isFresh ? kept.alert : this.#keep(id, await this.#read(id, signal));
  }

  /** Reads the worst of these alerts that is not kept yet; one at a time. */
  async readAhead(open: readonly Alert[]): Promise<void> {
    const id = this.#nextOf(open);
    if (id === undefined || this.#ahead.size > 0) return;
    const reading = this.#read(id).then(
      (alert) => {
        this.#unseen.add(id);
        return this.#keep(id, alert);
      },
      () => void this.#failedAt.set(id, this.#clock()),
    );
    this.#ahead.set(id, reading);
    await reading;
    this.#ahead.delete(id);
  }

  /** Forgets what is no longer open. */
  prune(open: ReadonlySet<string>): void {
    for (const part of [this.#kept, this.#unseen, this.#failedAt]) {
      for (const id of part.keys()) if (!open.has(id)) part.delete(id);
    }
  }

  #keep(id: string, alert: ReadAlert): ReadAlert {
    this.#kept.set(id, { alert, at: new Date(this.#clock()) });
    return alert;
  }

  #nextOf(open: readonly Alert[]): string | undefined {
    const now = this.#clock();
    return open
      .filter(({ status, severity }) => status === 'active' && ['critical', 'high'].includes(severity))
      .sort((one, other) => rankOf(one.severity) - rankOf(other.severity) || (one.id < other.id ? -1 : 1))
      .slice(0, READ_AHEAD)
      .find(
        ({ id }) => !this.#kept.has(id) && now - (this.#failedAt.get(id) ?? -TRY_AGAIN_MS) >= TRY_AGAIN_MS,
      )?.id;
  }
}

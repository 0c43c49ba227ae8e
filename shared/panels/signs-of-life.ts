import type { Path } from '../devices/heartbeat.ts';

/** A sign of life of a panel. */
export interface SignOfLife {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly path: Path;
  readonly at: Date;
}

/** How often the signs of life of a device are written that is not watched. */
const UNWATCHED_SECONDS = 900;
/** How long a sign of life waits that could not be written. */
const REPEAT_MS = 5_000;
/** A third of the supervision time: the last written sign of life is never older when the deadline comes. */
const PARTS = 3;

/**
 * Decides which signs of life are written: at most one every third of the supervision time for each device. A sign that is not
 * written at once waits, and the newest that waits is written when the third is over. So the written time is never so old that
 * a panel which was heard in time counts as silent.
 */
export class SignsOfLife {
  /** When the last sign of life of each path was written, in milliseconds since the epoch. */
  readonly #written = new Map<string, number>();
  readonly #waiting = new Map<string, SignOfLife & { readonly due: number }>();

  /** Takes a sign of life. Returns whether it is written at once; otherwise it waits. */
  take(sign: SignOfLife, heartbeatSeconds: number | null): boolean {
    const name = nameOf(sign);
    const written = this.#written.get(name);
    const pause = ((heartbeatSeconds ?? UNWATCHED_SECONDS) * 1_000) / PARTS;
    const due = (written ?? Number.NEGATIVE_INFINITY) + pause;
    if (sign.at.getTime() >= due) {
      this.#waiting.delete(name);
      return true;
    }
    this.#waiting.set(name, { ...sign, due });
    return false;
  }

  /** Notes that a sign of life was written. Without it, the next one is written at once. */
  note(sign: SignOfLife): void {
    const name = nameOf(sign);
    this.#written.set(name, sign.at.getTime());
    const waiting = this.#waiting.get(name);
    if (waiting && waiting.at <= sign.at) this.#waiting.delete(name);
  }

  /** Keeps a sign of life that could not be written for another try, unless a newer one waits or was written. */
  repeat(sign: SignOfLife, now: Date): void {
    const name = nameOf(sign);
    const newest = Math.max(this.#waiting.get(name)?.at.getTime() ?? 0, this.#written.get(name) ?? 0);
    if (newest < sign.at.getTime()) this.#waiting.set(name, { ...sign, due: now.getTime() + REPEAT_MS });
  }

  /** Takes the signs that have waited long enough, or all of them before the receiver stops. */
  takeDue(now: Date | 'all'): SignOfLife[] {
    const due = [...this.#waiting].filter(([, it]) => now === 'all' || it.due <= now.getTime());
    for (const [name] of due) this.#waiting.delete(name);
    return due.map(([, sign]) => sign);
  }
}

/** Several paths of a panel are written separately, so that each is shown with its last sign of life. */
const nameOf = ({ tenantId, deviceId, path: { transport, line } }: SignOfLife) =>
  `${tenantId} ${deviceId} ${transport} ${line}`;

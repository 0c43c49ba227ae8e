import type { Path } from '../devices/heartbeat.ts';

/** A sign of life of a panel. */
export interface SignOfLife {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly path: Path | undefined;
  readonly at: Date;
}

/** How often the signs of life of a device are written that is not watched. */
const UNWATCHED_SECONDS = 900;
/** How long a sign of life waits that could not be written. */
const REPEAT_MS = 5_000;
/** Which part of the supervision time must be over, before a sign of life is written at once. */
const AT_ONCE = 1 / 2;
/** When the newest one that waits is written, so that it is in the table before the deadline comes. */
const LATEST = 3 / 4;

/**
 * Decides which signs of life are written: the first of each path after half of its supervision time. Others wait, and the
 * newest that waits is written when three quarters are over. So the table always has the last sign of life when the deadline
 * comes: no panel that was heard counts as silent, and none that is silent is noticed later.
 */
export class SignsOfLife {
  /** When the last sign of life of each path was written, in milliseconds since the epoch. */
  readonly #written = new Map<string, number>();
  readonly #waiting = new Map<string, SignOfLife & { readonly due: number }>();

  /** Takes a sign of life. Returns whether it is written at once; otherwise it waits. */
  take(sign: SignOfLife, heartbeatSeconds: number | null): boolean {
    const name = nameOf(sign);
    const written = this.#written.get(name);
    const time = (heartbeatSeconds ?? UNWATCHED_SECONDS) * 1_000;
    if (written === undefined || sign.at.getTime() >= written + time * AT_ONCE) {
      this.#waiting.delete(name);
      return true;
    }
    this.#waiting.set(name, { ...sign, due: written + time * LATEST });
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
const nameOf = ({ tenantId, deviceId, path }: SignOfLife) =>
  `${tenantId} ${deviceId} ${path?.transport} ${path?.line}`;

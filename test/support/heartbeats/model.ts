/** A device by the rules alone. Times are seconds since the beginning. */
interface ModelDevice {
  seconds: number | null;
  state: 'unheard' | 'online' | 'offline' | 'unwatched';
  /** The time at which its heartbeat period begins, regardless of Guard's own heartbeats. */
  countsFrom: number;
  /** Whether no run has failed since the period began. */
  isSteady: boolean;
}

/** Time for a heartbeat in transit. */
const GRACE_SECONDS = 10;
const LONGEST_GAP_SECONDS = 180;

/**
 * The rules of heartbeats, without a table: a device is offline when its whole period has passed since its last heartbeat and
 * since Guard's own heartbeats resumed.
 */
export class HeartbeatModel {
  readonly #devices = new Map<string, ModelDevice>();
  #heardAt: number | undefined;
  #hasMissed = false;
  #resumedAt = 0;

  get ids(): string[] {
    return [...this.#devices.keys()];
  }

  create(id: string, seconds: number | null, now: number): void {
    const state = seconds === null ? 'unwatched' : 'unheard';
    this.#devices.set(id, { seconds, state, countsFrom: now, isSteady: true });
  }

  remove(id: string): void {
    this.#devices.delete(id);
  }

  change(id: string, seconds: number | null, now: number): void {
    const device = this.of(id);
    if (device.seconds === seconds) return;
    if (seconds === null) device.state = 'unwatched';
    else if (device.state === 'unwatched') device.state = 'unheard';
    Object.assign(device, { seconds, countsFrom: now });
  }

  beat(id: string, now: number): void {
    const device = this.of(id);
    device.countsFrom = now;
    device.isSteady = true;
    if (device.seconds !== null) device.state = 'online';
  }

  /** Guard's own heartbeat arrives. */
  ownHeartbeat(now: number): void {
    const isResuming =
      this.#heardAt === undefined || this.#hasMissed || now - this.#heardAt >= LONGEST_GAP_SECONDS;
    if (isResuming) this.#resumedAt = now;
    this.#heardAt = now;
    this.#hasMissed = false;
  }

  miss(): void {
    this.#hasMissed = true;
    this.disturb();
  }

  /** A run fails: alerts may be late. */
  disturb(): void {
    for (const device of this.#devices.values()) device.isSteady = false;
  }

  /** The earliest time of an offline alert, and the time after which the next run must raise it. */
  deadlineOf(id: string): { readonly earliest: number; readonly due: number } {
    const { seconds, countsFrom } = this.of(id);
    const earliest = Math.max(countsFrom, this.#resumedAt) + (seconds ?? 0);
    return { earliest, due: earliest + GRACE_SECONDS };
  }

  of(id: string): ModelDevice {
    const device = this.#devices.get(id);
    if (!device) throw new Error('The model has no such device');
    return device;
  }
}

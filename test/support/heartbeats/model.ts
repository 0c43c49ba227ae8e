/** What is true of a device by the rules alone, in seconds since the beginning. */
interface ModelDevice {
  seconds: number | null;
  state: 'unheard' | 'online' | 'offline' | 'unwatched';
  /** From when its time counts, whatever Guard could hear. */
  countsFrom: number;
  /** Until the deadline was over, nothing was wrong with the watch. */
  isSteady: boolean;
}

/** Time that a sign of life has to come through. */
const GRACE_SECONDS = 10;
const LONGEST_GAP_SECONDS = 180;

/**
 * The rules of silence, played beside Guard: a device is silent when its whole time has passed since its last sign of life
 * and since Guard could hear again.
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

  /** Guard hears itself in the run of a minute. */
  hear(now: number): void {
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

  /** The watch does not run as it should: alerts may be late. */
  disturb(): void {
    for (const device of this.#devices.values()) device.isSteady = false;
  }

  /** When a device is silent at the earliest, and must be told of at the latest after the run of a minute. */
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

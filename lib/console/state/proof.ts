import { PROOF_MS, type WatchConnection } from '../../client/index.ts';

/** The part of a snapshot that says how far it can be trusted. */
export interface Proven {
  readonly connection: WatchConnection;
  readonly provenAt: Date | undefined;
  readonly at: Date;
}

/**
 * Whether a snapshot that calls itself live has lacked a proof for too long: a watch says so itself, unless it hangs, or the
 * machine slept. By the clock of this machine.
 */
export function isUnproven(snapshot: Proven | undefined, now: number): boolean {
  const isLive = snapshot?.connection === 'live' || snapshot?.connection === 'late';
  return isLive && isOld(snapshot, now);
}

/** Whether the last proof is so old that a screen must say it from afar. */
export function isOld({ provenAt }: Pick<Proven, 'provenAt'>, now: number): boolean {
  return provenAt !== undefined && now - provenAt.getTime() > PROOF_MS;
}

/** A check-in that is not answered yet. */
export interface Waiting {
  readonly siteId: string;
  readonly userId: string;
  /** By which the service recognizes its repetition. */
  readonly key: string;
  /** By the clock of the phone. */
  readonly madeAt: number;
}

/** After this time a check-in would say that somebody is well who pressed long ago. */
const MOST_MS = 10 * 60_000;

export const isExpired = ({ madeAt }: Pick<Waiting, 'madeAt'>, now: number): boolean =>
  now - madeAt > MOST_MS || madeAt > now + MOST_MS;

export const waitingText = ({ siteId, userId, key, madeAt }: Waiting): string =>
  [siteId, userId, key, madeAt].join(' ');

/** Reads what `waitingText` wrote for this user, and ignores everything else. */
export function readWaiting(text: string | null, userId: string): Waiting | undefined {
  const [siteId, owner, key, made] = (text ?? '').split(' ');
  const madeAt = Number(made);
  if (!siteId || !key || owner !== userId || !Number.isFinite(madeAt)) return undefined;
  return { siteId, userId, key, madeAt };
}

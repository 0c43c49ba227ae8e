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

/** Answers after which the same check-in may succeed: too late, in conflict with another one, or too many. */
const TEMPORARY = [408, 409, 425, 429];

/** Whether the service has refused a check-in for good, so that to send it again would not help. */
export const isRefused = (status: number | undefined): boolean =>
  status !== undefined && status < 500 && !TEMPORARY.includes(status);

export const waitingText = ({ siteId, userId, key, madeAt }: Waiting): string =>
  [siteId, userId, key, madeAt].join(' ');

/** Reads what `waitingText` wrote for this user, and ignores everything else. */
export function readWaiting(text: string | null, userId: string): Waiting | undefined {
  const [siteId, owner, key, made] = (text ?? '').split(' ');
  const madeAt = Number(made);
  if (!siteId || !key || owner !== userId || !Number.isFinite(madeAt)) return undefined;
  return { siteId, userId, key, madeAt };
}

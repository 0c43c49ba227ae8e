import { formatTimestamp } from '../base/time.ts';
import type { Settings } from '../lambda/settings.ts';
import type { Table } from '../table/table.ts';
import {
  type CountedRequest,
  countRequest,
  LARGEST_LIMIT_WITH_IDS,
  type RateVerdict,
  readCount,
  uncountRequest,
} from './rate-counter.ts';

/** The kinds of messages for which a tenant has a budget. Push has none, because it costs nothing. */
export type BudgetKind = 'sms' | 'email';

/** How many messages of a kind a tenant may send in a day (UTC). */
export interface Budget {
  readonly kind: BudgetKind;
  readonly tenantId: string;
  readonly perDay: number;
  readonly now: Date;
}

/** What is needed to count a message. */
export interface BudgetContext {
  readonly now: Date;
  readonly perDay: Readonly<Record<BudgetKind, number>>;
  /** Called when the masters of the tenant must be warned. */
  readonly onNearEnd: (budget: Budget) => void;
}

export const perDayOf = ({ smsPerDay, mailPerDay }: Pick<Settings, 'smsPerDay' | 'mailPerDay'>) => ({
  sms: smsPerDay,
  email: mailPerDay,
});

/** The reasons why a message beyond the budget is not sent. */
export const BUDGET_REASONS = { sms: 'sms_limit', email: 'mail_limit' } as const;

/** How a day's budget is divided, in messages. */
interface BudgetShares {
  /** For alerts that are not critical and all else: all but the last tenth, which is kept for critical alerts. */
  readonly ordinary: number;
  /** For codes and test messages. */
  readonly codes: number;
  /** For all alerts of one site. */
  readonly site: number;
  /** For the alerts of one site that are not critical. */
  readonly ordinaryOfSite: number;
  /** For the critical alerts of one site, within the last tenth. */
  readonly keptOfSite: number;
}

/**
 * Divides a day's budget: a tenth for codes and test messages, the last tenth for critical alerts, and a quarter for the
 * alerts of each site. A site also gets a quarter of the last tenth, so that the critical alerts of one site never use up
 * that of another. Each share is at least one message.
 */
export function sharesOf(perDay: number): BudgetShares {
  const kept = Math.ceil(perDay / 10);
  const keptOfSite = shareOf(kept, 4);
  const ordinaryOfSite = Math.max(1, shareOf(perDay, 4) - keptOfSite);
  return {
    ordinary: perDay - kept,
    codes: shareOf(perDay, 10),
    site: ordinaryOfSite + keptOfSite,
    ordinaryOfSite,
    keptOfSite,
  };
}

const shareOf = (whole: number, divisor: number) => Math.max(1, Math.floor(whole / divisor));

/** The masters are warned when this percentage of a budget is used. */
const WARNED_PERCENT = 70;

/** Up to this budget, the counters store the ids of messages, so that a repeated message counts once. */
const LARGEST_WITH_IDS: Readonly<Record<BudgetKind, number>> = { sms: LARGEST_LIMIT_WITH_IDS, email: 2_000 };

/** Names a counter of a budget: that of the total, or of a share. */
const countedIn = ({ kind, tenantId, now }: Budget, ...share: readonly string[]) =>
  ({ subject: [kind, tenantId, ...share].join('#'), window: 'day', now }) as const;

function inTotal(budget: Budget, id: string, limit: number): Share {
  const byId = budget.perDay <= LARGEST_WITH_IDS[budget.kind];
  return { ...countedIn(budget), id, limit, byId };
}

/** Reads how many messages the tenant has sent today. */
export function readUsed(table: Table, budget: Omit<Budget, 'perDay'>): Promise<number> {
  return readCount(table, countedIn({ ...budget, perDay: 0 }));
}

type Share = CountedRequest & { readonly id: string };

/** How the messages of a budget are counted. */
export interface Counting {
  count(share: Share): Promise<Pick<RateVerdict, 'allowed' | 'limit' | 'remaining'>>;
  uncount(share: Share): Promise<void>;
}

const countingIn = (table: Table): Counting => ({
  count: (share) => countRequest(table, share),
  uncount: (share) => uncountRequest(table, share),
});

/**
 * Counts as the table does, but in memory, so that a preview spends nothing. It reads each counter once, and adds the
 * messages that were counted by it since. Each message needs an id of its own.
 */
export function rehearsedCounting(table: Table): Counting {
  const counters = new Map<string, Promise<{ used: number }>>();
  const counterOf = (share: Share) => {
    const name = `${share.subject} ${formatTimestamp(share.now).slice(0, DAY_LENGTH)}`;
    const counter = counters.get(name) ?? readCount(table, share).then((used) => ({ used }));
    counters.set(name, counter);
    return counter;
  };
  return {
    async count(share) {
      const counter = await counterOf(share);
      const allowed = counter.used < share.limit;
      if (allowed) counter.used += 1;
      return { allowed, limit: share.limit, remaining: allowed ? share.limit - counter.used : 0 };
    },
    async uncount(share) {
      (await counterOf(share)).used -= 1;
    },
  };
}

const DAY_LENGTH = '2026-11-20'.length;

/** The counters of a code or test message: the share for these, then the total. */
export function requestsOfCode(budget: Budget, id: string): readonly [Share, Share] {
  const { ordinary, codes } = sharesOf(budget.perDay);
  return [{ ...countedIn(budget, 'codes'), id, limit: codes }, inTotal(budget, id, ordinary)];
}

/** Whether the count of the total shows that the masters must be warned. */
export const isNearEnd = (
  { perDay }: Budget,
  { limit, remaining }: Pick<RateVerdict, 'limit' | 'remaining'>,
): boolean => (limit - remaining) * 100 >= perDay * WARNED_PERCENT;

/** A message to one channel about an event. */
export interface BudgetedMessage {
  /** Identifies the message, so that a repeated message is not counted again. */
  readonly id: string;
  readonly siteId: string;
  readonly deviceId: string | undefined;
  /** Whether the message is about a critical alert. */
  readonly isCritical: boolean;
  /** Whether the site is the tenant's only one. This is only called if the site has used up its share. */
  readonly isOnlySite: () => Promise<boolean>;
}

interface Spent {
  readonly allowed: boolean;
  /** Whether the masters must be warned. */
  readonly isNearEnd: boolean;
}

/**
 * Counts a message about an event before it is sent: for its site, then in the total. If the site has used up its share and
 * is the tenant's only one, the message counts for its device, which has an equally large share. So one device never uses up
 * a budget. A refused message is taken off all counters that store ids.
 */
export async function spend(
  table: Table,
  budget: Budget,
  message: BudgetedMessage,
  counting = countingIn(table),
): Promise<Spent> {
  const { perDay } = budget;
  const { id, isCritical } = message;
  const { ordinary, site, ordinaryOfSite, keptOfSite } = sharesOf(perDay);
  const share = { id, limit: isCritical ? site : ordinaryOfSite, byId: site <= LARGEST_LIMIT_WITH_IDS };
  const own = await takeShare(counting, message, (...of) => ({ ...countedIn(budget, ...of), ...share }));
  if (!own) return { allowed: false, isNearEnd: false };
  const verdict = await counting.count(inTotal(budget, id, ordinary));
  if (verdict.allowed) return { allowed: true, isNearEnd: isNearEnd(budget, verdict) };
  const counted = [own];
  if (isCritical) {
    const kept = { id, limit: keptOfSite };
    const inKept = await takeShare(counting, message, (...of) => ({
      ...countedIn(budget, 'kept', ...of),
      ...kept,
    }));
    if (inKept) {
      counted.push(inKept);
      const { allowed } = await counting.count(inTotal(budget, id, perDay));
      if (allowed) return { allowed, isNearEnd: true };
    }
  }
  await Promise.allSettled(counted.map((it) => counting.uncount(it)));
  return { allowed: false, isNearEnd: true };
}

/** Counts a message in the share of its site or device; `undefined` if that share is used up. */
async function takeShare(
  counting: Counting,
  { siteId, deviceId = 'none', isOnlySite }: BudgetedMessage,
  shareOf: (...of: readonly string[]) => Share,
): Promise<Share | undefined> {
  const ofSite = shareOf(siteId);
  if ((await counting.count(ofSite)).allowed) return ofSite;
  if (!(await isOnlySite())) return undefined;
  const ofDevice = shareOf(siteId, deviceId);
  return (await counting.count(ofDevice)).allowed ? ofDevice : undefined;
}

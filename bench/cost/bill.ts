import type { StackFacts } from './measurements.ts';
import type { ALWAYS_FREE, Prices, Tier } from './prices.ts';
import type { Usage } from './usage.ts';

export const BILL_LINES = [
  'API Gateway requests',
  'WebSocket connections and messages',
  'Lambda requests',
  'Lambda duration',
  'Queue requests',
  'DynamoDB reads',
  'DynamoDB writes',
  'DynamoDB storage',
  'DynamoDB backups',
  'Logs, ingestion',
  'Logs, storage',
  'X-Ray traces',
  'Data transfer out',
  'Custom metrics',
  'Alarms',
  'Dashboards',
  'Firewall',
] as const;

export type BillLine = (typeof BILL_LINES)[number];

/** US dollars a month, by line. */
export type Bill = Readonly<Record<BillLine, number>>;

/** What is taken off before it is paid; nothing, where every unit is. */
export type FreeTier = Readonly<Record<keyof typeof ALWAYS_FREE, number>>;

export const NOTHING_FREE: FreeTier = {
  lambdaRequests: 0,
  queueRequests: 0,
  lambdaGbSeconds: 0,
  tableStorageGb: 0,
  logGb: 0,
  customMetrics: 0,
  alarmMetrics: 0,
  traces: 0,
  transferGb: 0,
};

/** The bill of a month for a usage, in a stack as it is. */
export function billOf(usage: Usage, stack: StackFacts, prices: Prices, free: FreeTier): Bill {
  const beyond = (amount: number, freeAmount: number) => Math.max(0, amount - freeAmount);
  const { alarmMetrics, compositeAlarms, dashboards, webAcls, webAclRules } = stack;
  const queuesLeft = beyond(free.queueRequests, usage.queueRequests);
  const logsLeft = beyond(free.logGb, usage.logGb);
  return {
    'API Gateway requests': tiered(usage.apiRequests, prices.apiRequests),
    'WebSocket connections and messages':
      usage.socketMinutes * prices.socketMinute + tiered(usage.socketMessages, prices.socketMessages),
    'Lambda requests': beyond(usage.lambdaRequests, free.lambdaRequests) * prices.lambdaRequest,
    'Lambda duration': beyond(usage.lambdaGbSeconds, free.lambdaGbSeconds) * prices.lambdaGbSecond,
    'Queue requests':
      beyond(usage.queueRequests, free.queueRequests) * prices.queueRequest +
      beyond(usage.fifoQueueRequests, queuesLeft) * prices.fifoQueueRequest,
    'DynamoDB reads': usage.readUnits * prices.readUnit,
    'DynamoDB writes': usage.writeUnits * prices.writeUnit,
    'DynamoDB storage': beyond(usage.tableGb, free.tableStorageGb) * prices.tableStorage,
    'DynamoDB backups': usage.tableGb * prices.tableBackup,
    'Logs, ingestion': beyond(usage.logGb, free.logGb) * prices.logIngestion,
    'Logs, storage': beyond(usage.logStorageGb, logsLeft) * prices.logStorage,
    'X-Ray traces': beyond(usage.traces, free.traces) * prices.trace,
    'Data transfer out': beyond(usage.transferGb, free.transferGb) * prices.transferOut,
    'Custom metrics': beyond(usage.customMetrics, free.customMetrics) * prices.customMetric,
    Alarms:
      beyond(alarmMetrics, free.alarmMetrics) * prices.alarmMetric + compositeAlarms * prices.compositeAlarm,
    Dashboards: dashboards * prices.dashboard,
    Firewall:
      webAcls * prices.webAcl +
      webAclRules * prices.webAclRule +
      (webAcls > 0 ? usage.apiRequests * prices.firewallRequest : 0),
  };
}

export function totalOf(bill: Bill): number {
  return Object.values(bill).reduce((sum, amount) => sum + amount, 0);
}

/** The first units at the first price, and so on. */
export function tiered(amount: number, tiers: readonly Tier[]): number {
  let paid = 0;
  let cost = 0;
  for (const { upTo, price } of tiers) {
    const inTier = Math.max(0, Math.min(amount, upTo) - paid);
    cost += inTier * price;
    paid += inTier;
  }
  return cost;
}

/**
 * AWS list prices in US dollars, without tax, on demand, of August 2026. They change: to bring them up to date, read AWS's
 * price list files of each region (AWS, "Getting price list files manually"), write the month here and run
 * `npm run cost -- --write`.
 *
 * How sure they are:
 *
 * - Read on a page of AWS: requests to a REST API (AWS, "Best Practices for Designing Amazon API Gateway Private APIs and
 *   Private Integration") and traces (AWS, "AWS X-Ray Pricing"), both without a region; requests to Lambda (AWS, "AWS
 *   Lambda Pricing"), in an example for us-east-1.
 * - Copied from price list files of both regions that AWS published from July to August 2026, and not compared since:
 *   DynamoDB, CloudWatch and data transfer.
 * - Quoted by others from AWS's pages, whose tables are filled in by the browser: Lambda's duration on arm64, the firewall,
 *   requests to queues, connections and messages of WebSocket APIs.
 * - Taken as equal in both regions: API Gateway, Lambda, queues, X-Ray and the firewall.
 */
const MILLION = 1_000_000;

/** So many units at a price, and more at the next tier's. */
export interface Tier {
  readonly upTo: number;
  readonly price: number;
}

export interface Prices {
  /** Per request to a REST API. */
  readonly apiRequests: readonly Tier[];
  /** Per minute of a connection to a WebSocket API. */
  readonly socketMinute: number;
  /** Per 32 KB of a message to a client or from one. */
  readonly socketMessages: readonly Tier[];
  readonly lambdaRequest: number;
  /** Per request to a queue, also one that finds it empty. Up to 100 billion a month. */
  readonly queueRequest: number;
  readonly fifoQueueRequest: number;
  /** On arm64, up to 7.5 billion a month. */
  readonly lambdaGbSecond: number;
  readonly readUnit: number;
  readonly writeUnit: number;
  /** Per GB and month, as the other storage. */
  readonly tableStorage: number;
  readonly tableBackup: number;
  /** Per GB of the class `Standard`. Lambda's logs become cheaper above 10 TB a month. */
  readonly logIngestion: number;
  readonly logStorage: number;
  /** Up to 10,000. */
  readonly customMetric: number;
  /** Per metric that a standard alarm watches. */
  readonly alarmMetric: number;
  readonly compositeAlarm: number;
  readonly dashboard: number;
  readonly trace: number;
  /** Per GB to the internet, up to 10 TB. */
  readonly transferOut: number;
  readonly webAcl: number;
  readonly webAclRule: number;
  readonly firewallRequest: number;
}

/** The same in both regions, or taken as such. */
const SHARED = {
  apiRequests: [
    { upTo: 333 * MILLION, price: 3.5 / MILLION },
    { upTo: 1_000 * MILLION, price: 2.8 / MILLION },
    { upTo: 20_000 * MILLION, price: 2.38 / MILLION },
    { upTo: Number.POSITIVE_INFINITY, price: 1.51 / MILLION },
  ],
  socketMinute: 0.25 / MILLION,
  socketMessages: [
    { upTo: 1_000 * MILLION, price: 1 / MILLION },
    { upTo: Number.POSITIVE_INFINITY, price: 0.8 / MILLION },
  ],
  lambdaRequest: 0.2 / MILLION,
  queueRequest: 0.4 / MILLION,
  fifoQueueRequest: 0.5 / MILLION,
  lambdaGbSecond: 0.000_013_333_4,
  logStorage: 0.03,
  customMetric: 0.3,
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  dashboard: 3,
  trace: 5 / MILLION,
  transferOut: 0.09,
  webAcl: 5,
  webAclRule: 1,
  firewallRequest: 0.6 / MILLION,
} as const;

export const PRICES = {
  'us-east-1': {
    ...SHARED,
    readUnit: 0.125 / MILLION,
    writeUnit: 0.625 / MILLION,
    tableStorage: 0.25,
    tableBackup: 0.2,
    logIngestion: 0.5,
  },
  'eu-west-1': {
    ...SHARED,
    readUnit: 0.1415 / MILLION,
    writeUnit: 0.705 / MILLION,
    tableStorage: 0.283,
    tableBackup: 0.22,
    logIngestion: 0.57,
  },
} as const satisfies Record<string, Prices>;

export type Region = keyof typeof PRICES;

/**
 * What is free for every account and without end. API Gateway's million requests are not among them: they end after 12
 * months, and accounts made since July 2025 are given credits instead (AWS, "AWS Free Tier"). Nor are dashboards: only
 * those of up to 50 metrics are free, and Guard's has more.
 */
export const ALWAYS_FREE = {
  lambdaRequests: MILLION,
  queueRequests: MILLION,
  lambdaGbSeconds: 400_000,
  tableStorageGb: 25,
  logGb: 5,
  customMetrics: 10,
  alarmMetrics: 10,
  traces: 100_000,
  transferGb: 100,
} as const;

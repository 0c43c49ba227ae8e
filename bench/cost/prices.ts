/**
 * AWS list prices in US dollars for eu-west-1, on demand and without tax, of August 2026; the first tier where a price has
 * tiers. To update them, read AWS's price list files (AWS, "Getting price list files manually").
 *
 * Sources:
 *
 * - API Gateway: AWS, "Best Practices for Designing Amazon API Gateway Private APIs and Private Integration".
 * - X-Ray: AWS, "AWS X-Ray Pricing". Lambda requests: AWS, "AWS Lambda Pricing".
 * - KMS: AWS, "AWS Key Management Service Pricing".
 * - Fargate on arm64, the Network Load Balancer and public addresses: AWS's pricing pages, as third parties quote them.
 * - DynamoDB, CloudWatch and data transfer: AWS's price list files of July and August 2026.
 * - Lambda's duration on arm64, the firewall and SQS: quoted by third parties, because AWS's pages load their tables by script.
 */
const MILLION = 1_000_000;

export const PRICES = {
  apiRequest: 3.5 / MILLION,
  /** The prices of a WebSocket API, per minute of a connection and per 32 KB of a message. */
  socketMinute: 0.25 / MILLION,
  socketMessage: 1 / MILLION,
  lambdaRequest: 0.2 / MILLION,
  lambdaGbSecond: 0.000_013_333_4,
  queueRequest: 0.4 / MILLION,
  readUnit: 0.1415 / MILLION,
  writeUnit: 0.705 / MILLION,
  logGb: 0.57,
  transferGb: 0.09,
  trace: 5 / MILLION,
  /** Custom metrics, alarms, dashboards and the firewall's rules are paid by the month. */
  customMetric: 0.3,
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  dashboard: 3,
  key: 1,
  webAcl: 5,
  webAclRule: 1,
  firewallRequest: 0.6 / MILLION,
  /** The prices of an hour. */
  loadBalancerHour: 0.025_2,
  taskCpuHour: 0.032_38,
  taskGbHour: 0.003_56,
  addressHour: 0.005,
} as const;

/** A month as AWS counts it: 730 hours. */
export const MONTH_MINUTES = 730 * 60;

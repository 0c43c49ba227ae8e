import { PRICES } from './prices.ts';

/** The counted capacity units of one request. */
export interface RequestWork {
  readonly isLogin: boolean;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * The work of the authorizer. These figures were measured on the whole service in November 2026. Durations are billed
 * milliseconds at the memory of `prod` (512 MiB, and 1,769 MiB for login): processor time, and 10 ms for each call to the
 * table that waits for another one.
 */
const AUTHORIZER = { gbSeconds: 0.5 * 0.015, logBytes: 600 };
/** An endpoint logs its own line, and API Gateway the line of the access log. */
const ENDPOINT = { gbSeconds: 0.5 * 0.045, logBytes: 1_500 };
/** A login hashes a password, and needs no authorizer. */
const LOGIN = { gbSeconds: (1_769 / 1_024) * 0.048, logBytes: 1_500 };
const RESPONSE_BYTES = 2_000;
const GB = 1_000_000_000;

/** X-Ray's default rule traces the first request of each second, and 5 % of the others (AWS, "Configure sampling rules"). */
const TRACED_SHARE = 0.05;

/**
 * What one request costs in US dollars, by service, without the storage of its items. `tracedShare` differs where requests
 * are so rare that each is the first of its second.
 */
export function requestParts(
  { isLogin, readUnits, writeUnits }: RequestWork,
  tracedShare: number = TRACED_SHARE,
): Readonly<Record<string, number>> {
  const runs = isLogin ? [LOGIN] : [AUTHORIZER, ENDPOINT];
  const sum = (priceOf: (run: (typeof runs)[number]) => number) =>
    runs.reduce((total, run) => total + priceOf(run), 0);
  return {
    'API Gateway': PRICES.apiRequest,
    'writing to DynamoDB': writeUnits * PRICES.writeUnit,
    logs: sum(({ logBytes }) => (logBytes / GB) * PRICES.logGb),
    Lambda: sum(({ gbSeconds }) => PRICES.lambdaRequest + gbSeconds * PRICES.lambdaGbSecond),
    firewall: PRICES.firewallRequest,
    'reading from DynamoDB': readUnits * PRICES.readUnit,
    traces: tracedShare * PRICES.trace,
    transfer: (RESPONSE_BYTES / GB) * PRICES.transferGb,
  };
}

/** The price of one request in US dollars, without the storage of its items. */
export const requestPrice = (work: RequestWork, tracedShare?: number): number =>
  Object.values(requestParts(work, tracedShare)).reduce((sum, part) => sum + part, 0);

/** The price of a run that a schedule starts, without its calls to the table. It waits for some of them. */
export function scheduledRunPrice(): number {
  const { gbSeconds, logBytes } = { gbSeconds: 0.5 * 0.1, logBytes: 800 };
  return PRICES.lambdaRequest + gbSeconds * PRICES.lambdaGbSecond + (logBytes / GB) * PRICES.logGb;
}

export interface TableUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** A run for a connection. It waits for the table and for API Gateway. */
const SOCKET_RUN = { gbSeconds: 0.5 * 0.03, logBytes: 800 };

/** The price of messages of connections and of the runs that handle them. */
export function socketRunPrice({
  runs,
  messages,
  readUnits,
  writeUnits,
  tracedShare = TRACED_SHARE,
}: TableUnits & {
  readonly runs: number;
  readonly messages: number;
  readonly tracedShare?: number;
}): number {
  const { gbSeconds, logBytes } = SOCKET_RUN;
  return (
    messages * PRICES.socketMessage +
    runs *
      (PRICES.lambdaRequest +
        gbSeconds * PRICES.lambdaGbSecond +
        (logBytes / GB) * PRICES.logGb +
        tracedShare * PRICES.trace) +
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit
  );
}

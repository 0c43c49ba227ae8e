import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ItemKey, tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import { TEST_BROKER, testAuthority } from '../support/certificates.ts';
import type { Answer } from '../support/send-request.ts';
import { startIssuer, type TestIssuer } from '../support/sso/test-issuer.ts';
import { type FaultyGuard, startFaultyGuard } from './faulty-guard.ts';

// biome-ignore lint/suspicious/noExplicitAny: items as they are
type Item = any;

/** A service of its own, in which one request at a time is played. */
export interface Lane {
  readonly guard: FaultyGuard;
  readonly issuer: TestIssuer;
  readonly tenantId: string;
  readonly master: string;
  readonly platform: string;
  /** A name that is unique in the lane. */
  unique(): string;
  /** Makes something, and gives its id. */
  create(path: string, json: object, token?: string): Promise<string>;
  /** The response to a request that reads, while nothing fails. */
  read(path: string, token?: string): Promise<Answer>;
  /** An item as the engine holds it, read past the proxy. */
  item(key: ItemKey): Promise<Item | undefined>;
  /** The items of a tenant with a prefix of the sort key. */
  items(sortKeyPrefix: string, tenantId?: string): Promise<Item[]>;
  stop(): Promise<void>;
}

/** The default limits of the service: what a counter counts is looked at, too. */
const LIMITS = {
  authRequestsPerMinute: 5,
  apiRequestsPerMinute: 60,
  keyEventsPerMinute: 600,
  loginRequestsPerAddressPerMinute: 30,
  failedLoginsPerHour: 50,
};

/** The settings are as wide as can be, so that every message is sent. */
const SENDING = { smsFrom: 'Guard', smsCountries: 'DE', smsPerDay: 1_000_000 };

const READ_TRIES = 3;

export async function openLane(): Promise<Lane> {
  const guard = await startFaultyGuard({
    settings: { ...LIMITS, ...SENDING, tokenExpirationMinutes: 525_600, mqttBroker: TEST_BROKER },
    certificates: testAuthority(),
    hasDemoAlerts: false,
  });
  const { table } = guard;
  const issuer = await startIssuer(() => guard.clock.now, 'ES256');
  const master = await guard.signIn('master@acme.test');
  const platform = await guard.signIn('platform@guard.test');
  const tenantId: string = (await guard.call('GET /api/v1/auth/me', { token: master })).body.tenant_id;
  let count = 0;
  return {
    guard,
    issuer,
    tenantId,
    master,
    platform,
    unique() {
      count += 1;
      return `fault-${count}`;
    },
    async create(path, json, token = master) {
      const answer: Answer = await guard.call(`POST ${path}`, { json, token });
      if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
      return answer.body.id;
    },
    async read(path, token = master) {
      for (let tries = 1; ; tries += 1) {
        const answer: Answer = await guard.call(`GET ${path}`, { token });
        if (answer.status === 200) return answer;
        // A function waits for the table for some seconds, which on a busy machine may be too short.
        if (answer.status !== 503 || tries === READ_TRIES) throw new Error(`GET ${path}: ${answer.text}`);
      }
    },
    async item({ pk, sk }) {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true }),
      );
      return Item;
    },
    async items(prefix, owner = tenantId) {
      const found: Item[] = [];
      for await (const item of queryAll(table, tenantPartition(owner), prefix)) found.push(item);
      return found;
    },
    async stop() {
      await issuer.stop();
      await guard.stop();
    },
  };
}

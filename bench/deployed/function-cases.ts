import { acknowledgeAlertRoute } from '../../functions/alerts/act.ts';
import { listAlertsRoute } from '../../functions/alerts/read.ts';
import { loginRoute } from '../../functions/auth.ts';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { proxyEvent, tokenAuthorizerEvent } from '../../lib/local/proxy-event.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { emailItem, userItem } from '../../shared/accounts/account.ts';
import { assignmentItem } from '../../shared/accounts/assignments.ts';
import { hashPassword } from '../../shared/accounts/password.ts';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import type { Role } from '../../shared/base/access.ts';
import { newId } from '../../shared/base/ids.ts';
import { callerContext } from '../../shared/http/caller.ts';
import { fillPath } from '../../shared/http/public-url.ts';
import type { Route } from '../../shared/http/route.ts';
import { settingsOf } from '../../shared/http/route-implications.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { settingsOfFunction } from '../../shared/lambda/settings-use.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { alertItem, freshAlerts } from '../bench-alerts.ts';
import { BENCH_PASSWORD, makeBenchData } from '../bench-data.ts';
import type { Random } from '../random.ts';

/** Requests of one user. `prepare` writes the items that they need, before each repetition. */
export interface Block {
  readonly events: readonly object[];
  prepare(): Promise<void>;
  /** The item that the requests change, if any. */
  readonly changes?: ItemKey;
}

/** A request of one role to one function. */
export interface FunctionCase {
  readonly name: string;
  readonly function: string;
  /** The settings in the environment of the function. */
  readonly reads: readonly SettingName[];
  newBlock(): Block;
}

export interface FunctionCases {
  readonly authorizer: FunctionCase;
  readonly list: FunctionCase;
  readonly acknowledgeAsMaster: FunctionCase;
  readonly acknowledgeAsOperator: FunctionCase;
  readonly login: FunctionCase;
}

/**
 * The number of requests of a block. All are counted against the limit of 60 a minute that `prod` has, and each block is
 * another user. So none is refused, and the counter holds the ids of the user's last requests, as on AWS.
 */
const BLOCK_REQUESTS = 25;

const ALERT_COUNT = 100;

/** Writes the items that all cases share, and returns the cases. */
export async function functionCases(table: Table, random: Random, now: Date): Promise<FunctionCases> {
  const { tenantMaster, tenants, alerts, origin, operatorSiteIds } = makeBenchData(ALERT_COUNT);
  const credentials = { password_hash: await hashPassword(BENCH_PASSWORD), session_version: 1 };
  const owner = { tenantId: tenantMaster.tenant_id, userId: tenantMaster.id };
  const token = issueToken(owner, random.bytes);
  await writeItems(table, [
    ...tenants.map(TENANTS.item),
    userItem(tenantMaster, credentials),
    emailItem(tenantMaster),
    tokenItem(token, { sessionVersion: 1, now, lifetimeMinutes: 1_440 }),
    ...alerts.map(alertItem),
  ]);

  // They are in a tenant of their own, because the list's page must stay the same.
  const tenantId = newId(now, random.bytes);
  const sites = origin.sites
    .filter(({ id }) => operatorSiteIds.includes(id))
    .map((site) => ({ ...site, tenant_id: tenantId }));
  const active = freshAlerts(BLOCK_REQUESTS, { ...origin, sites });
  const newUserId = () => newId(now, random.bytes);

  const acknowledge = (role: 'tenant_master' | 'operator'): FunctionCase => ({
    name: `acknowledge (${role.replace('_', ' ')})`,
    function: acknowledgeAlertRoute.name,
    reads: settingsOf(acknowledgeAlertRoute),
    newBlock() {
      const userId = newUserId();
      const caller = { role, tenantId, userId };
      return {
        events: active.map(({ id }) =>
          endpointEvent(acknowledgeAlertRoute, { caller, path: { alert_id: id }, now }),
        ),
        async prepare() {
          const user = { tenant_id: tenantId, id: userId };
          await writeItems(table, [...active.map(alertItem), assignmentItem(user, operatorSiteIds)]);
        },
        ...(active[0] ? { changes: ALERTS.key(tenantId, active[0].id) } : {}),
      };
    },
  });

  let address = 0;
  return {
    authorizer: {
      name: 'authorizer',
      function: authorizerTrigger.name,
      reads: settingsOfFunction(authorizerTrigger),
      newBlock: () => unprepared(() => authorizerEvent(token.plainText)),
    },
    list: {
      name: 'list of a tenant',
      function: listAlertsRoute.name,
      reads: settingsOf(listAlertsRoute),
      newBlock() {
        const caller = { role: 'tenant_master', tenantId: owner.tenantId, userId: newUserId() } as const;
        return unprepared(() => endpointEvent(listAlertsRoute, { caller, now }));
      },
    },
    acknowledgeAsMaster: acknowledge('tenant_master'),
    acknowledgeAsOperator: acknowledge('operator'),
    login: {
      name: 'login',
      function: loginRoute.name,
      reads: settingsOf(loginRoute),
      newBlock: () =>
        unprepared(() => {
          const body = JSON.stringify({ email: tenantMaster.email, password: BENCH_PASSWORD });
          address += 1; // few logins a minute come from the same
          const sourceIp = `198.51.${(address >> 8) & 255}.${address & 255}`;
          return endpointEvent(loginRoute, { body, sourceIp, now });
        }),
    },
  };
}

function authorizerEvent(token: string): object {
  const request = { method: 'GET', path: '/api/v1/alerts' };
  return tokenAuthorizerEvent(request, `Bearer ${token}`, STAGE);
}

function unprepared(makeEvent: () => object): Block {
  return { events: Array.from({ length: BLOCK_REQUESTS }, makeEvent), prepare: async () => {} };
}

/** The stage that events name. */
const STAGE = 'prod';

interface EndpointCall {
  /** `undefined` if anyone may call. */
  readonly caller?: { readonly role: Role; readonly tenantId: string; readonly userId: string };
  /** The values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sourceIp?: string;
  readonly now: Date;
}

let requests = 0;

/** The event of API Gateway for an endpoint's function. */
function endpointEvent(route: Route, call: EndpointCall): object {
  const { caller, path, body = null, sourceIp = '192.0.2.7', now } = call;
  requests += 1;
  return proxyEvent(
    {
      method: route.method,
      path: fillPath(route.path, path ?? {}),
      query: '',
      rawHeaders: [
        ...['Host', 'guard.example.com', 'Accept', 'application/json', 'Accept-Encoding', 'gzip, br'],
        ...['User-Agent', 'GuardOperator/4.2 (Android 17)'],
        ...(body === null ? [] : ['Content-Type', 'application/json']),
      ],
      body,
      sourceIp,
      port: 443,
    },
    { route, pathParameters: path === undefined ? null : { ...path } },
    {
      requestId: `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`,
      receivedAt: now,
      stage: STAGE,
      authorizer: caller && {
        ...callerContext({ ...caller, name: 'Olga Operator', tokenId: 4_294_967_297, sessionVersion: 1 }),
        principalId: caller.userId,
        integrationLatency: 21,
      },
    },
  );
}

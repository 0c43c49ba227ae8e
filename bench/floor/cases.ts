import { acknowledgeAlertRoute } from '../../functions/alerts/acknowledge-alert.route.ts';
import { listAlertsRoute } from '../../functions/alerts/list-alerts.route.ts';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { proxyEvent, tokenAuthorizerEvent } from '../../lib/local/proxy-event.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import type { Role } from '../../shared/access.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { callerContext } from '../../shared/http/caller.ts';
import type { Route } from '../../shared/http/route.ts';
import { settingsOf } from '../../shared/http/route-implications.ts';
import { newId } from '../../shared/ids.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { settingsOfFunction } from '../../shared/lambda/settings-use.ts';
import { issueToken } from '../../shared/sessions/token.ts';
import { tokenItem } from '../../shared/sessions/token-store.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { REVISION } from '../../shared/table/version.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { userItem } from '../../shared/users/account.ts';
import { assignmentItem } from '../../shared/users/assignment.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import type { Random } from '../random.ts';

/** Requests of one user, and what must be in the table before each time that they are made. */
export interface Block {
  readonly events: readonly object[];
  prepare(): Promise<void>;
  /** An item that the requests change, if they change any. */
  readonly changes?: ItemKey;
}

/** The functions that have a floor, which stands in the file of that name in handlers/. */
export const FLOOR_FUNCTIONS = ['authorizer', 'list-alerts', 'acknowledge-alert'] as const;

/** A request as one profile makes it, to one function. */
export interface FloorCase {
  readonly name: string;
  readonly function: (typeof FLOOR_FUNCTIONS)[number];
  /** The settings that the function is given. */
  readonly reads: readonly SettingName[];
  newBlock(): Block;
}

/**
 * How many requests a block has. All are counted against the limit of 60 a minute that `prod` has, and each block is a
 * user of its own: so none is refused, and the counter holds the ids of the user's last requests, as it does on AWS.
 */
const BLOCK_REQUESTS = 25;

const ALERT_COUNT = 100;
const METHOD_ARN_STAGE = 'prod';

/** Writes what all cases have in common, and gives the cases. */
export async function floorCases(table: Table, random: Random, now: Date): Promise<FloorCase[]> {
  const data = makeBenchData(ALERT_COUNT);
  const { tenantMaster, tenants, alerts, origin, operatorSiteIds } = data;
  const credentials = { password_hash: null, session_version: 1 };
  const owner = { tenantId: tenantMaster.tenant_id, userId: tenantMaster.id };
  const token = issueToken(owner, random.bytes);
  await writeItems(table, [
    ...tenants.map(TENANTS.item),
    userItem(tenantMaster, credentials),
    tokenItem(token, { sessionVersion: 1, now, lifetimeMinutes: 1_440 }),
    ...alerts.map(alertItem),
  ]);

  // In a tenant of their own: the list's page must stay the same.
  const tenantId = newId(now, random.bytes);
  const sites = origin.sites
    .filter(({ id }) => operatorSiteIds.includes(id))
    .map((site) => ({ ...site, tenant_id: tenantId }));
  const active = freshAlerts(BLOCK_REQUESTS, { ...origin, sites });
  const newUserId = () => newId(now, random.bytes);

  const acknowledge = (role: 'tenant_master' | 'operator'): FloorCase => ({
    name: `acknowledge (${role.replace('_', ' ')})`,
    function: 'acknowledge-alert',
    reads: settingsOf(acknowledgeAlertRoute),
    newBlock() {
      const userId = newUserId();
      const { pk, sk } = alertItem(active[0] as Alert);
      return {
        events: active.map(({ id }) =>
          endpointEvent(acknowledgeAlertRoute, { role, tenantId, userId, alertId: id, now }),
        ),
        async prepare() {
          const user = { tenant_id: tenantId, id: userId };
          await writeItems(table, [...active.map(alertItem), assignmentItem(user, operatorSiteIds)]);
        },
        changes: { pk, sk },
      };
    },
  });

  return [
    {
      name: 'authorizer',
      function: 'authorizer',
      reads: settingsOfFunction(authorizerTrigger),
      newBlock: () => ({
        events: repeat(() =>
          tokenAuthorizerEvent(
            { method: 'GET', path: '/api/v1/alerts' },
            `Bearer ${token.plainText}`,
            METHOD_ARN_STAGE,
          ),
        ),
        prepare: async () => {},
      }),
    },
    {
      name: 'list of a tenant',
      function: 'list-alerts',
      reads: settingsOf(listAlertsRoute),
      newBlock() {
        const caller = { role: 'tenant_master', tenantId: owner.tenantId, userId: newUserId() } as const;
        return {
          events: repeat(() => endpointEvent(listAlertsRoute, { ...caller, now })),
          prepare: async () => {},
        };
      },
    },
    acknowledge('tenant_master'),
    acknowledge('operator'),
  ];
}

/** As the endpoint that raises alerts writes it. */
function alertItem(alert: Alert) {
  return { ...ALERTS.item(alert), [REVISION]: 1 };
}

interface Caller {
  readonly role: Role;
  readonly tenantId: string;
  readonly userId: string;
  readonly alertId?: string;
  readonly now: Date;
}

let requests = 0;

/** What API Gateway hands to an endpoint. */
function endpointEvent(route: Route, { role, tenantId, userId, alertId = '', now }: Caller): object {
  requests += 1;
  const context = callerContext({ role, tenantId, userId, tokenId: 4_294_967_297, sessionVersion: 1 });
  return proxyEvent(
    {
      method: route.method,
      path: route.path.replace('{alert_id}', alertId),
      query: '',
      rawHeaders: [
        ...['Host', 'guard.example.com', 'Accept', 'application/json', 'Accept-Encoding', 'gzip, br'],
        ...[
          'User-Agent',
          'GuardOperator/4.2 (Android 17)',
          'Authorization',
          `Bearer 1|guard_${'0'.repeat(76)}`,
        ],
      ],
      body: null,
      sourceIp: '192.0.2.7',
      port: 443,
    },
    { route, pathParameters: alertId === '' ? null : { alert_id: alertId } },
    {
      requestId: `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`,
      receivedAt: now,
      stage: METHOD_ARN_STAGE,
      authorizer: { ...context, principalId: userId, integrationLatency: 21 },
    },
  );
}

function repeat<T>(make: () => T): T[] {
  return Array.from({ length: BLOCK_REQUESTS }, make);
}

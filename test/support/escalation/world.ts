import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { actOnAlert } from '../../../shared/alerts/act-on-alert.ts';
import { actionTime } from '../../../shared/alerts/action-context.ts';
import { ALERTS, type Alert, type AlertSeverity } from '../../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEventAction } from '../../../shared/alerts/alert-event.ts';
import { ESCALATION_WORK } from '../../../shared/alerts/escalate.ts';
import { raiseAlert } from '../../../shared/alerts/raise-alert.ts';
import type { AlertAction } from '../../../shared/alerts/transition.ts';
import { newId, type RandomBytes } from '../../../shared/base/ids.ts';
import type { Escalation } from '../../../shared/base/severities.ts';
import { SITES } from '../../../shared/sites/site.ts';
import { CHILD_COUNT, tenantPartition } from '../../../shared/table/keys.ts';
import { queryAll } from '../../../shared/table/reads.ts';
import { runDue } from '../../../shared/table/run-due.ts';
import type { Table } from '../../../shared/table/table.ts';
import { shardOfTimer } from '../../../shared/table/timer.ts';
import { TENANTS } from '../../../shared/tenants/tenant.ts';
import { entryItems } from '../history-of.ts';
import { makeSite } from '../make-site.ts';
import { makeTenant } from '../make-tenant.ts';

type Item = Record<string, unknown>;

/** An alert as stored, with the actions of its history in order. */
export interface SeenAlert {
  readonly alert: Alert;
  readonly item: Item;
  readonly history: readonly AlertEventAction[];
}

/** A tenant with one site. The site's alerts escalate. */
export interface EscalationWorld {
  raise(dedupKey: string, severity: AlertSeverity, now: Date, through?: Table): Promise<void>;
  act(alert: Alert, action: AlertAction, now: Date, through?: Table): Promise<void>;
  /** Runs the timers of one minute. */
  run(now: Date, through?: Table): Promise<void>;
  alerts(): Promise<SeenAlert[]>;
}

const PERSON = { kind: 'user', id: '019a0000-0000-7000-8000-000000000009', name: 'Olga' } as const;

export async function openWorld(
  table: Table,
  escalation: Escalation,
  begin: Date,
  randomBytes: RandomBytes,
): Promise<EscalationWorld> {
  const tenantId = newId(begin, randomBytes);
  const site = makeSite('1', { tenant_id: tenantId });
  await put(table, { ...TENANTS.item(makeTenant({ id: tenantId })), escalation, [CHILD_COUNT]: 1 });
  await put(table, SITES.item(site));
  const contextAt = (now: Date) => ({ actor: PERSON, now, ...actionTime(now, randomBytes) });
  const alertItems = () => all(table, tenantId, ALERTS.prefix());
  return {
    async raise(dedup_key, severity, now, through = table) {
      const input = { site_id: site.id, type: 'panic', severity, message: 'Help', dedup_key };
      await raiseAlert(through, input, { tenantId, ...contextAt(now) });
    },
    async act({ id }, action, now, through = table) {
      const [item = {}] = await all(table, tenantId, ALERTS.prefix() + id);
      await actOnAlert(through, ALERTS.read(item), action, contextAt(now));
    },
    async run(now, through = table) {
      // Other shards are empty.
      for (const shard of new Set((await alertItems()).map(({ id }) => shardOfTimer(String(id))))) {
        await runDue({
          kind: 'escalation',
          shard,
          work: ESCALATION_WORK,
          run: { table: through, now, randomBytes, ownHeartbeat: undefined, log: () => {} },
          hasTime: () => true,
          onFailure: () => {},
        });
      }
    },
    async alerts() {
      const items = await alertItems();
      return Promise.all(
        items.map(async (item) => {
          const { entity: alert } = ALERTS.read(item);
          const own = await all(table, tenantId, ALERT_EVENTS.prefix(alert.id));
          const events = entryItems([item, ...own]).map(ALERT_EVENTS.entityOf);
          return { alert, item, history: events.map(({ action }) => action) };
        }),
      );
    },
  };
}

const put = (table: Table, item: object) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...item, revision: 1 } }));

async function all(table: Table, tenantId: string, prefix: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryAll(table, tenantPartition(tenantId), prefix)) items.push(item);
  return items;
}

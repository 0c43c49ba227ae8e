import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../../functions/notifications/notify-people.ts';
import { GUARD_ITSELF } from '../../../shared/actor.ts';
import { ALERTS, type Alert } from '../../../shared/alerts/alert.ts';
import type { ChannelKind } from '../../../shared/channels/channel-kind.ts';
import { DEVICE_EVENTS } from '../../../shared/devices/device-event.ts';
import { newId, type RandomBytes } from '../../../shared/ids.ts';
import type { Runtime } from '../../../shared/lambda/runtime.ts';
import type { Settings } from '../../../shared/lambda/settings.ts';
import { API_BASE_URL_VARIABLE, queueUrlVariable } from '../../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../../shared/mail/mail-message.ts';
import { NOTIFICATION_RULES, type RuleEvent } from '../../../shared/notification-rules/notification-rule.ts';
import { NOTIFICATIONS, type Notification } from '../../../shared/notifications/notification.ts';
import { notificationWork, summaryWork } from '../../../shared/notifications/notification-work.ts';
import type { ConnectSenders } from '../../../shared/senders/connect-once.ts';
import type { SendResult } from '../../../shared/senders/sender.ts';
import { SITES } from '../../../shared/sites/site.ts';
import { channelsKey, tenantPartition } from '../../../shared/table/keys.ts';
import { queryAll } from '../../../shared/table/query-all.ts';
import type { Table } from '../../../shared/table/table.ts';
import { TENANTS } from '../../../shared/tenants/tenant.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { runDue } from '../../../shared/timers/run-due.ts';
import { TIMER_SHARDS } from '../../../shared/timers/timer.ts';
import { USERS } from '../../../shared/users/user.ts';
import { makeAlert } from '../make-alert.ts';
import { makeNotificationRule } from '../make-notification-rule.ts';
import { makeRuntime } from '../make-runtime.ts';
import { makeSite } from '../make-site.ts';
import { makeTenant } from '../make-tenant.ts';
import { makeUser } from '../make-user.ts';
import { scanTimers } from '../timer-index.ts';

/** The behaviour of a provider on a message. `dies`: the run ends after the message was sent. */
export type ProviderBehaviour = 'sent' | 'refused' | 'refused_for_good' | 'lost' | 'unanswered' | 'dies';

const RESULTS: Readonly<Record<Exclude<ProviderBehaviour, 'dies'>, SendResult>> = {
  sent: { outcome: 'sent' },
  refused: { outcome: 'refused', reason: 'throttled', isFinal: false },
  refused_for_good: { outcome: 'refused', reason: 'refused', isFinal: true },
  lost: { outcome: 'unknown', reason: 'no_answer' },
  unanswered: { outcome: 'unknown', reason: 'no_answer' },
};

/** A message that a provider got. */
export interface ProviderCall {
  readonly address: string;
  readonly subject: string;
  /** The notification; `undefined` for a summary. */
  readonly id: string | undefined;
  /** The number of messages in a summary. */
  readonly count: number;
  readonly at: number;
  readonly behaviour: ProviderBehaviour;
}

/** Whether the person may have the message. */
export const mayHaveArrived = ({ behaviour }: ProviderCall) => !behaviour.startsWith('refused');
export const isKnown = ({ behaviour }: ProviderCall) => behaviour === 'sent';

type Handed = Parameters<ReturnType<typeof createHandler>>;

interface PersonChannel {
  readonly kind: ChannelKind;
  readonly address: string;
}

/** A tenant with people, their channels and a rule; the queue, the timers and the providers. */
export class NotificationWorld {
  readonly calls: ProviderCall[] = [];
  readonly entries: { readonly alertId: string; readonly entryId: string }[] = [];
  nobody = 0;
  /** The messages in the queue of mail. */
  readonly warnings: string[] = [];
  /** The messages in the queue. */
  queue: string[] = [];
  /** The next behaviours of the providers; then they send. */
  behaviours: ProviderBehaviour[] = [];
  readonly tenantId: string;
  now: number;
  #table: Table;
  readonly #whole: Table;
  readonly #randomBytes: RandomBytes;
  readonly #handle: ReturnType<typeof createHandler>;
  readonly siteId: string;
  /** The users and the ids of their channels, in the order in which they were given. */
  people: { readonly userId: string; readonly channelIds: readonly string[] }[] = [];
  #ruleId = '';

  constructor(table: Table, begin: number, randomBytes: RandomBytes, settings: Partial<Settings> = {}) {
    this.#whole = table;
    this.#table = table;
    this.#randomBytes = randomBytes;
    this.now = begin;
    this.tenantId = newId(new Date(begin), randomBytes);
    this.siteId = newId(new Date(begin), randomBytes);
    const made = makeRuntime({
      clock: () => new Date(this.now),
      settings: {
        mailFrom: 'guard@guard.test',
        smsFrom: 'GUARD',
        smsCountries: 'DE',
        smsPerDay: 1_000,
        mailPerDay: 1_000,
        ...settings,
      },
    });
    const current = () => this.#table;
    const runtime: Runtime = {
      ...made.runtime,
      get table() {
        return current();
      },
      publishMetrics: (values) => {
        this.nobody += values.filter(({ name }) => name === 'NobodyNotified').length;
      },
    };
    const connect: ConnectSenders = () => async (to, text, context) => {
      const behaviour = this.behaviours.shift() ?? 'sent';
      const count = Number(/^(\d+) more/.exec(text.subject)?.[1] ?? 1);
      this.calls.push({
        address: to.address,
        subject: text.subject,
        id: context?.['id'],
        count,
        at: this.now,
        behaviour,
      });
      if (behaviour === 'dies') throw new Error('The run ended');
      return RESULTS[behaviour];
    };
    this.#handle = createHandler(() => runtime, connect, {
      environment: {
        [API_BASE_URL_VARIABLE]: 'https://guard.test',
        [queueUrlVariable('notify-people')]: 'https://sqs.test/notify-people',
        [queueUrlVariable(SEND_MAIL)]: 'https://sqs.test/send-mail',
      },
      queue: async (url, messages) => {
        const bodies = messages.map(({ body }) => body);
        if (url.endsWith(SEND_MAIL)) this.warnings.push(...bodies);
        else this.queue.push(...bodies);
      },
    });
  }

  async open(people: readonly (readonly PersonChannel[])[]): Promise<void> {
    const tenant_id = this.tenantId;
    const at = formatTimestamp(new Date(this.now));
    await this.put(TENANTS.item(makeTenant({ id: tenant_id })));
    await this.put(SITES.item(makeSite('1', { id: this.siteId, tenant_id })));
    const users = people.map(() => this.#newId());
    for (const [place, channels] of people.entries()) {
      const id = users[place] ?? '';
      await this.put(USERS.item(makeUser({ id, tenant_id, role: 'tenant_master' })));
      const stored = channels.map((it) => ({ id: this.#newId(), ...it, verified_at: at, created_at: at }));
      await this.put({ ...channelsKey(tenant_id, id), channels: stored });
      this.people.push({ userId: id, channelIds: stored.map((it) => it.id) });
    }
    this.#ruleId = this.#newId();
    const recipients = users.map((user_id) => ({ user_id }));
    const rule = makeNotificationRule({
      id: this.#ruleId,
      tenant_id,
      recipients,
      channels: ['email', 'sms', 'push'],
      events: ['alert.raised', 'device.offline'],
    });
    await this.put(NOTIFICATION_RULES.item(rule));
  }

  /** Raises an alert, and queues its event. */
  async raise(severity: Alert['severity'] = 'high'): Promise<void> {
    const [alertId, entryId] = [this.#newId(), this.#newId()];
    const tenant_id = this.tenantId;
    const at = formatTimestamp(new Date(this.now));
    await this.put(
      ALERTS.item(
        makeAlert({
          id: alertId,
          tenant_id,
          site_id: this.siteId,
          severity,
          created_at: at,
          updated_at: at,
        }),
      ),
    );
    this.entries.push({ alertId, entryId });
    this.queue.push(this.#eventOf(alertId, entryId));
  }

  /** Queues an event of a device. */
  async goOffline(name: string): Promise<void> {
    const [deviceId, entryId] = [this.#newId(), this.#newId()];
    await this.put(
      DEVICE_EVENTS.item({
        kind: 'device',
        id: entryId,
        device_id: deviceId,
        tenant_id: this.tenantId,
        site_id: this.siteId,
        zone_id: null,
        device_name: name,
        device_type: 'motion_sensor',
        action: 'offline',
        actor: GUARD_ITSELF,
        last_seen_at: null,
        at: formatTimestamp(new Date(this.now)),
      }),
    );
    this.queue.push(this.#eventOf(deviceId, entryId, 'device.offline'));
  }

  /** Queues the event of an alert again. */
  repeat(place: number): void {
    const entry = this.entries.at(place % Math.max(1, this.entries.length));
    if (entry) this.queue.push(this.#eventOf(entry.alertId, entry.entryId));
  }

  /** Works on the queue until it is empty. What failed is not repeated: the timers do that. */
  async drain(through: Table = this.#whole): Promise<void> {
    for (let body = this.queue.shift(); body !== undefined; body = this.queue.shift())
      await this.hand(body, through);
  }

  async acknowledge(place: number): Promise<void> {
    const entry = this.entries.at(place % Math.max(1, this.entries.length));
    if (!entry) return;
    await this.#whole.client.send(
      new UpdateCommand({
        TableName: this.#whole.name,
        Key: ALERTS.key(this.tenantId, entry.alertId),
        UpdateExpression: 'SET #data.#status = :status',
        ExpressionAttributeNames: { '#data': 'data', '#status': 'status' },
        ExpressionAttributeValues: { ':status': 'acknowledged' },
      }),
    );
  }

  /** Hands a message to the function; `false` if it must be repeated. */
  async hand(body: string, through: Table = this.#whole): Promise<boolean> {
    this.#table = through;
    const event = { Records: [{ messageId: 'm', body }] } as Handed[0];
    const { batchItemFailures } = await this.#handle(event, {} as Handed[1]);
    this.#table = this.#whole;
    return batchItemFailures.length === 0;
  }

  /** Lets a minute pass, runs its timers, and works on what they queue. */
  async pass(minutes = 1): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.now += 60_000;
      await this.tick();
      await this.drain();
    }
  }

  /** Runs the timers of one minute. Those of other worlds on the same table count for nothing here. */
  async tick(through: Table = this.#whole): Promise<void> {
    const queue = async ({ body }: { readonly body: string }) => {
      if (body.includes(this.tenantId)) this.queue.push(body);
    };
    const work = {
      notification: notificationWork(queue, ({ tenant_id }) => {
        if (tenant_id === this.tenantId) this.nobody += 1;
      }),
      summary: summaryWork(queue),
    };
    const now = new Date(this.now);
    const timers = scanTimers(through, this.#whole);
    const run = {
      table: timers.table,
      now,
      randomBytes: this.#randomBytes,
      ownHeartbeat: undefined,
      log: () => {},
    };
    await timers.during(async () => {
      for (const kind of ['notification', 'summary'] as const) {
        await Promise.all(
          Array.from({ length: TIMER_SHARDS }, (_, shard) =>
            runDue({ kind, shard, work: work[kind], run, hasTime: () => true, onFailure: () => {} }),
          ),
        );
      }
    });
  }

  async notifications(): Promise<Notification[]> {
    const found: Notification[] = [];
    for await (const item of queryAll(this.#whole, tenantPartition(this.tenantId), NOTIFICATIONS.prefix())) {
      found.push(NOTIFICATIONS.entityOf(item));
    }
    return found;
  }

  #eventOf(subject_id: string, entry_id: string, event: RuleEvent = 'alert.raised'): string {
    const at = formatTimestamp(new Date(this.now));
    const { tenantId: tenant_id } = this;
    const severity = event.startsWith('alert.') ? 'high' : null;
    const about = { event, site_id: this.siteId, at, severity };
    return JSON.stringify({
      kind: 'event',
      tenant_id,
      subject_id,
      entry_id,
      ...about,
      rule_ids: [this.#ruleId],
    });
  }

  #newId(): string {
    return newId(new Date(this.now), this.#randomBytes);
  }

  put(item: object): Promise<unknown> {
    return this.#whole.client.send(
      new PutCommand({ TableName: this.#whole.name, Item: { ...item, revision: 1 } }),
    );
  }
}

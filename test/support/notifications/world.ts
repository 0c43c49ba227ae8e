import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notifyPeopleHandler as createHandler } from '../../../functions/jobs/notifications.ts';
import { USERS } from '../../../shared/accounts/user.ts';
import { ALERTS, type Alert } from '../../../shared/alerts/alert.ts';
import { GUARD_ITSELF } from '../../../shared/base/actor.ts';
import { newId, type RandomBytes } from '../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../shared/base/time.ts';
import { DEVICE_EVENTS } from '../../../shared/devices/device-event.ts';
import type { Runtime } from '../../../shared/lambda/runtime.ts';
import type { Settings } from '../../../shared/lambda/settings.ts';
import { API_BASE_URL_VARIABLE, queueUrlVariable } from '../../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../../shared/mail/mail-message.ts';
import type { ChannelKind } from '../../../shared/notify/channel-kind.ts';
import { NOTIFICATIONS, type Notification } from '../../../shared/notify/notification.ts';
import { NOTIFICATION_RULES, type NotifyEvent } from '../../../shared/notify/notification-rule.ts';
import { notificationWork, summaryWork } from '../../../shared/notify/notification-work.ts';
import type { SendResult } from '../../../shared/notify/sender.ts';
import type { ConnectSenders } from '../../../shared/notify/senders.ts';
import { SITES } from '../../../shared/sites/site.ts';
import { channelsKey, tenantPartition } from '../../../shared/table/keys.ts';
import { queryAll } from '../../../shared/table/reads.ts';
import { runDue } from '../../../shared/table/run-due.ts';
import type { Table } from '../../../shared/table/table.ts';
import { TIMER_SHARDS } from '../../../shared/table/timer.ts';
import { TENANTS } from '../../../shared/tenants/tenant.ts';
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
  readonly text: string;
  readonly tag: string;
  /** The notification; `undefined` for a summary. */
  readonly id: string | undefined;
  /** The number of messages that a summary speaks of. */
  readonly count: number;
  readonly at: number;
  readonly behaviour: ProviderBehaviour;
}

/** Whether the person may have the message. */
export const mayHaveArrived = ({ behaviour }: ProviderCall) => !behaviour.startsWith('refused');
export const isKnown = ({ behaviour }: ProviderCall) => behaviour === 'sent';

type Handed = Parameters<ReturnType<typeof createHandler>>;

/** The event of an alert. */
interface Entry {
  readonly alertId: string;
  readonly entryId: string;
  readonly severity: Alert['severity'];
  readonly siteId: string;
}

interface PersonChannel {
  readonly kind: ChannelKind;
  readonly address: string;
}

/** A tenant with people, their channels and a rule; the queue, the timers and the providers. */
export class NotificationWorld {
  readonly calls: ProviderCall[] = [];
  readonly entries: Entry[] = [];
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
      const [, worst = 1, others = 0] = /^(\d+) more [A-Za-z ]+(?:, (\d+) other)?/.exec(text.subject) ?? [];
      const count = Number(worst) + Number(others);
      this.calls.push({
        address: to.address,
        subject: text.subject,
        text: text.text,
        tag: text.tag,
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
    await this.put(SITES.item(makeSite('1', { id: this.siteId, tenant_id, name: 'Site' })));
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

  /** Adds a site. Resolves to its id. */
  async addSite(name: string): Promise<string> {
    const id = this.#newId();
    await this.put(SITES.item(makeSite(name, { id, tenant_id: this.tenantId, name })));
    return id;
  }

  /** Raises an alert, and queues its event. */
  async raise(severity: Alert['severity'] = 'high', siteId = this.siteId, type = 'panic'): Promise<void> {
    const [alertId, entryId] = [this.#newId(), this.#newId()];
    const tenant_id = this.tenantId;
    const at = formatTimestamp(new Date(this.now));
    await this.put(
      ALERTS.item(
        makeAlert({
          id: alertId,
          tenant_id,
          site_id: siteId,
          severity,
          type,
          created_at: at,
          updated_at: at,
        }),
      ),
    );
    const entry = { alertId, entryId, severity, siteId };
    this.entries.push(entry);
    this.queue.push(this.#eventOfAlert(entry));
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
    this.queue.push(this.#eventOf('device.offline', deviceId, entryId, this.siteId, null));
  }

  /** Queues the event of an alert again. */
  repeat(place: number): void {
    const entry = this.entries.at(place % Math.max(1, this.entries.length));
    if (entry) this.queue.push(this.#eventOfAlert(entry));
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

  #eventOfAlert({ alertId, entryId, siteId, severity }: Entry): string {
    return this.#eventOf('alert.raised', alertId, entryId, siteId, severity);
  }

  #eventOf(
    event: NotifyEvent,
    subject_id: string,
    entry_id: string,
    site_id: string,
    severity: Alert['severity'] | null,
  ): string {
    const at = formatTimestamp(new Date(this.now));
    const { tenantId: tenant_id } = this;
    const names = { tenant_id, subject_id, entry_id, site_id, rule_ids: [this.#ruleId] };
    return JSON.stringify({ kind: 'event', event, at, severity, ...names });
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

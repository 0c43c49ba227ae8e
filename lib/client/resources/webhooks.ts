import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Delivery, IssuedWebhook, Webhook, WebhookChanges, WebhookInput } from '../types.ts';

export type WebhookFilters = ListFilters<'/api/v1/webhooks'>;
export type DeliveryFilters = ListFilters<'/api/v1/webhooks/{webhook_id}/deliveries'>;

export class Webhooks {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The webhooks in reach, newest first, without their secrets. */
  list(filters: WebhookFilters = {}, options: CallOptions = {}): GuardList<Webhook> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/webhooks', { ...options, query })).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Webhook>> {
    const path = { webhook_id: id };
    const answer = await this.#requests.send('get', '/api/v1/webhooks/{webhook_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  /** The new webhook. Its `secret` is told this once: keep it where the receiver keeps secrets. */
  async create(
    webhook: WebhookInput,
    { tenantId, ...options }: CreateOptions = {},
  ): Promise<Versioned<IssuedWebhook>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: webhook };
    const answer = await this.#requests.send('post', '/api/v1/webhooks', input);
    return versioned(answer.body, answer.etag);
  }

  async update(
    id: string,
    changes: WebhookChanges,
    options: ChangeOptions = {},
  ): Promise<Versioned<Webhook>> {
    const input = { ...options, path: { webhook_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/webhooks/{webhook_id}', input);
    return versioned(answer.body, answer.etag);
  }

  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { webhook_id: id };
    await this.#requests.send('delete', '/api/v1/webhooks/{webhook_id}', { ...options, path });
  }

  /** Gives it a new `secret`, told this once. The one before signs beside it for 24 hours. */
  async rotate(id: string, options: CallOptions = {}): Promise<IssuedWebhook> {
    const path = { webhook_id: id };
    const input = { ...options, path };
    return (await this.#requests.send('post', '/api/v1/webhooks/{webhook_id}/rotate', input)).body;
  }

  /** Sends a test, once, and tells what came of it. */
  async test(id: string, options: CallOptions = {}): Promise<Delivery> {
    const path = { webhook_id: id };
    const input = { ...options, path };
    return (await this.#requests.send('post', '/api/v1/webhooks/{webhook_id}/test', input)).body;
  }

  /** What it was told in the last week, newest first. */
  deliveries(id: string, filters: DeliveryFilters = {}, options: CallOptions = {}): GuardList<Delivery> {
    return new GuardList(async (cursor) => {
      const [path, query] = [{ webhook_id: id }, { ...filters, cursor }];
      const input = { ...options, path, query };
      return (await this.#requests.send('get', '/api/v1/webhooks/{webhook_id}/deliveries', input)).body;
    }, filters.cursor);
  }
}

import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Tenant, TenantChanges, TenantInput } from '../types.ts';

export type TenantFilters = ListFilters<'/api/v1/tenants'>;

export class Tenants {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The tenants in reach, newest first. */
  list(filters: TenantFilters = {}, options: CallOptions = {}): GuardList<Tenant> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/tenants', { ...options, query })).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Tenant>> {
    const path = { tenant_id: id };
    const answer = await this.#requests.send('get', '/api/v1/tenants/{tenant_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  async create(tenant: TenantInput, options: CallOptions = {}): Promise<Versioned<Tenant>> {
    const input = { ...options, body: tenant };
    const answer = await this.#requests.send('post', '/api/v1/tenants', input);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the fields that are given. */
  async update(id: string, changes: TenantChanges, options: ChangeOptions = {}): Promise<Versioned<Tenant>> {
    const input = { ...options, path: { tenant_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/tenants/{tenant_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** Fails with `tenant_not_empty` while it has users, sites or alerts. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { tenant_id: id };
    await this.#requests.send('delete', '/api/v1/tenants/{tenant_id}', { ...options, path });
  }
}

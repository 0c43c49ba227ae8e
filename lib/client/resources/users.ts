import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { AssignedSites, User, UserChanges, UserInput } from '../types.ts';

export type UserFilters = ListFilters<'/api/v1/users'>;

export class Users {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The users in reach, newest first. */
  list(filters: UserFilters = {}, options: CallOptions = {}): GuardList<User> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/users', { ...options, query })).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<User>> {
    const path = { user_id: id };
    const answer = await this.#requests.send('get', '/api/v1/users/{user_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  async create(user: UserInput, { tenantId, ...options }: CreateOptions = {}): Promise<Versioned<User>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: user };
    const answer = await this.#requests.send('post', '/api/v1/users', input);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the fields that are given; another password or status ends all sessions of the user. */
  async update(id: string, changes: UserChanges, options: ChangeOptions = {}): Promise<Versioned<User>> {
    const input = { ...options, path: { user_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/users/{user_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** Ends all sessions of the user. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { user_id: id };
    await this.#requests.send('delete', '/api/v1/users/{user_id}', { ...options, path });
  }

  /** The sites assigned to an operator or viewer. */
  async getSites(id: string, options: CallOptions = {}): Promise<Versioned<AssignedSites>> {
    const path = { user_id: id };
    const answer = await this.#requests.send('get', '/api/v1/users/{user_id}/sites', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  /** Assigns exactly these sites, at most 100; none for an empty list. */
  async assignSites(
    id: string,
    siteIds: readonly string[],
    options: ChangeOptions = {},
  ): Promise<Versioned<AssignedSites>> {
    const input = { ...options, path: { user_id: id }, body: { site_ids: [...siteIds] } };
    const answer = await this.#requests.send('put', '/api/v1/users/{user_id}/sites', input);
    return versioned(answer.body, answer.etag);
  }
}

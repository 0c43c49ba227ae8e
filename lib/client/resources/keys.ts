import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { IssuedKey, Key, KeyChanges, KeyInput } from '../types.ts';

export type KeyFilters = ListFilters<'/api/v1/keys'>;

export class Keys {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The keys in reach, newest first, without their plain texts. */
  list(filters: KeyFilters = {}, options: CallOptions = {}): GuardList<Key> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/keys', { ...options, query })).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Key>> {
    const path = { key_id: id };
    const answer = await this.#requests.send('get', '/api/v1/keys/{key_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  /** The new key. Its plain text, `key`, is told this once: keep it where the machine keeps secrets. */
  async create(key: KeyInput, { tenantId, ...options }: CreateOptions = {}): Promise<Versioned<IssuedKey>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: key };
    const answer = await this.#requests.send('post', '/api/v1/keys', input);
    return versioned(answer.body, answer.etag);
  }

  async rename(id: string, changes: KeyChanges, options: ChangeOptions = {}): Promise<Versioned<Key>> {
    const input = { ...options, path: { key_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/keys/{key_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** The key is refused from the next request on, for good. */
  async revoke(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { key_id: id };
    await this.#requests.send('delete', '/api/v1/keys/{key_id}', { ...options, path });
  }
}

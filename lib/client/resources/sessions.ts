import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Session } from '../types.ts';

export type SessionFilters = ListFilters<'/api/v1/auth/sessions'>;

/** The sessions of the signed-in user. */
export class Sessions {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Those that are open, newest first. */
  list(filters: SessionFilters = {}, options: CallOptions = {}): GuardList<Session> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/auth/sessions', { ...options, query })).body;
    }, filters.cursor);
  }

  /** Ends one of them. To end the client's own, `logout` is the better way: that forgets the token, too. */
  async end(id: number, options: CallOptions = {}): Promise<void> {
    const path = { token_id: id };
    await this.#requests.send('delete', '/api/v1/auth/sessions/{token_id}', { ...options, path });
  }

  /** Ends all but the client's own. */
  async endOthers(options: CallOptions = {}): Promise<void> {
    await this.#requests.send('delete', '/api/v1/auth/sessions', options);
  }
}

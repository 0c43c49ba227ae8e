import { type Versioned, versioned } from './etag.ts';
import { GuardList, type Page } from './list.ts';
import type { Method, RequestInput, Requests } from './requests.ts';

/** The base of the generated classes of resources.ts, with the ways to send an operation. */
export class Resource {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  protected async send<T>(method: Method, path: string, input: RequestInput): Promise<T> {
    return (await this.#requests.send<T>(method, path, input)).body;
  }

  /** Sends an operation that returns an ETag. */
  protected async sendVersioned<T extends object>(
    method: Method,
    path: string,
    input: RequestInput,
  ): Promise<Versioned<T>> {
    const { body, etag } = await this.#requests.send<T>(method, path, input);
    return versioned(body, etag);
  }

  protected pages<T>(path: string, { query, ...input }: RequestInput): GuardList<T> {
    const readPage = (cursor: string | undefined) =>
      this.send<Page<T>>('get', path, { ...input, query: { ...query, cursor } });
    return new GuardList(readPage, query?.['cursor'] as string | undefined);
  }
}

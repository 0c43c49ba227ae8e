import { abortable, withDeadline } from './abort.ts';
import { deadlineExceeded, isRejectedToken } from './errors.ts';
import { ifMatchHeader } from './etag.ts';
import { exchange, type WireRequest, type WireResponse } from './exchange.ts';
import type { ChangeOptions, Fetch, RepeatableOptions } from './options.ts';
import { repeatDeletion } from './repeat-deletion.ts';
import { deadlineOf, type Repetition, type RetrySettings, withRetries } from './retries.ts';
import { SessionKeeper, type SessionSettings } from './session.ts';
import type { RefreshedToken } from './types.ts';
import { type PathParameters, type QueryParameters, requestUrl } from './url.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface RequestSettings extends RetrySettings {
  readonly baseUrl: string;
  /** The key that is sent instead of the session's token. */
  readonly key: string | undefined;
  readonly fetch: Fetch;
  readonly session: Omit<SessionSettings, 'exchange'>;
}

/** The parts of a request, and how to send it. */
export interface RequestInput extends ChangeOptions, RepeatableOptions {
  readonly path?: PathParameters;
  readonly query?: QueryParameters;
  readonly body?: unknown;
  /** The token to send instead of the key or the session's token; `null` for none. */
  readonly token?: string | null;
  /** Whether a POST may be repeated without an idempotency key. */
  readonly idempotent?: boolean;
  /** Whether the service rejects what it would repair. */
  readonly strict?: boolean;
}

export interface Result<T> {
  readonly body: T;
  readonly etag: string | undefined;
}

/** Every operation with one of these methods may be repeated. */
const REPEATABLE_METHODS: readonly Method[] = ['get', 'put', 'delete'];

function repetitionOf(method: Method, { idempotent = false, idempotencyKey }: RequestInput): Repetition {
  const isHarmless = REPEATABLE_METHODS.includes(method) || idempotent || idempotencyKey !== undefined;
  return isHarmless ? 'harmless' : 'harmful';
}

const DELETED: WireResponse = { body: undefined, etag: undefined };

/** The exception: a missing token does not prove that its session has ended, because a refresh may have replaced it. */
const SESSION_PATH: string = '/api/v1/auth/sessions/{token_id}';

/** Sends operations with the session's token, and repeats them where that is safe and useful. */
export class Requests {
  readonly #settings: RequestSettings;
  readonly session: SessionKeeper;

  constructor(settings: RequestSettings) {
    this.#settings = settings;
    this.session = new SessionKeeper({
      ...settings.session,
      exchange: async (token) => {
        // The request is sent once: the keeper decides when to retry, and most requests can use the present token.
        const input = { token, maxAttempts: 1 };
        return (await this.send<RefreshedToken>('post', '/api/v1/auth/refresh', input)).body.token;
      },
    });
  }

  /** Sends one operation. `T` is what the document says that it returns. */
  async send<T>(method: Method, path: string, input: RequestInput): Promise<Result<T>> {
    const url = requestUrl(this.#settings.baseUrl, path, input.path ?? {}, input.query ?? {});
    const ifMatch = ifMatchHeader(input.ifMatch);
    const deadline = withDeadline(input.signal, deadlineOf(this.#settings, input), deadlineExceeded);
    const { token = this.#settings.key, body, idempotencyKey, strict } = input;
    const { signal } = deadline;
    const request: WireRequest = { method, url, ifMatch, idempotencyKey, strict, body, signal };
    const retriable = {
      ...input,
      operation: `${method.toUpperCase()} ${path}`,
      signal: deadline.signal,
      repetition: repetitionOf(method, input),
    };
    const attempt = () =>
      token === undefined ? this.#exchangeInSession(request) : this.#exchange(request, token ?? undefined);
    const isDeletion = method === 'delete' && path !== SESSION_PATH;
    const repeatable = isDeletion ? repeatDeletion(attempt, DELETED) : attempt;
    const result = await withRetries(this.#settings, retriable, repeatable).finally(deadline.cancel);
    // The client trusts the service to return what its document says.
    return result as Result<T>;
  }

  /** A request with a token that was replaced meanwhile is rejected, and sent again with the new token. */
  async #exchangeInSession(request: WireRequest): Promise<WireResponse> {
    for (;;) {
      const token = await abortable(this.session.token(), request.signal);
      try {
        return await this.#exchange(request, token);
      } catch (error) {
        if (!isRejectedToken(error)) throw error;
        if (!(await abortable(this.session.isReplaced(token), request.signal))) throw error;
      }
    }
  }

  #exchange(request: WireRequest, token: string | undefined): Promise<WireResponse> {
    return exchange(this.#settings.fetch, { ...request, token });
  }
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** To read a member that an error response does not have throws an error that shows the response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they expect
  readonly body: any;
  readonly text: string;
}

/** Calls `METHOD /path` over HTTP. */
export async function sendRequest(
  baseUrl: string,
  request: string,
  { token, headers, json, body }: CallOptions,
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const payload = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'Accept-Encoding': 'identity', // compressing would cost time
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  const { status } = response;
  const parsed = parse(text);
  return {
    status,
    headers: response.headers,
    text,
    body: status < 400 ? parsed : explainMissing(parsed, `${request}: ${status} ${text}`),
  };
}

/** Members of an error response, and those that assertions look for in any object. */
const OPTIONAL = new Set([
  'asymmetricMatch',
  'code',
  'errors',
  'message',
  'nodeType',
  'request_id',
  'then',
  'toJSON',
]);

/**
 * Explains a missing body. Without it, a test that expects another status would fail with a TypeError that hides the
 * response.
 */
function explainMissing(body: unknown, answer: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return new Proxy(body, {
    get(target, key, receiver) {
      const isKnown = typeof key === 'symbol' || key in target || OPTIONAL.has(key) || /^[$@]/.test(key);
      if (!isKnown) throw new Error(`${answer} has no ${key}`);
      return Reflect.get(target, key, receiver);
    },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

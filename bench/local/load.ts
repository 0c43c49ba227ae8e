import { Agent, request } from 'node:http';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';

/** How many requests are under way at a time. */
const AT_ONCE = 8;

const createdSchema = z.object({ id: z.string() });
const pageSchema = z.object({ data: z.array(createdSchema).min(1) });

/** A tenant's master at a server, who lists, raises and acknowledges alerts, eight requests at a time. */
export class Load {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  #token = '';
  #siteId = '';

  private constructor(url: string) {
    this.#url = url;
  }

  static async signIn(url: string): Promise<Load> {
    const load = new Load(url);
    const json = { email: 'master@acme.test', password: DEMO_PASSWORD };
    const login = await load.#call('POST', '/api/v1/auth/login', json);
    load.#token = z.object({ token: z.string() }).parse(login).token;
    load.#siteId = pageSchema.parse(await load.#call('GET', '/api/v1/sites?limit=1')).data[0]?.id ?? '';
    return load;
  }

  /** Lists the newest alerts again and again. Resolves to the lists a second. */
  list(times: number): Promise<number> {
    return perSecond(Array.from({ length: times }), () => this.#call('GET', '/api/v1/alerts?limit=20'));
  }

  /** Raises alerts, and resolves to their ids. */
  async raise(times: number): Promise<string[]> {
    const ids: string[] = [];
    const json = {
      site_id: this.#siteId,
      type: 'intrusion',
      severity: 'high',
      message: 'A window is broken.',
    };
    await perSecond(Array.from({ length: times }), async () => {
      ids.push(createdSchema.parse(await this.#call('POST', '/api/v1/alerts', json)).id);
    });
    return ids;
  }

  /** Acknowledges alerts. Resolves to the acknowledgements a second. */
  acknowledge(ids: readonly string[]): Promise<number> {
    return perSecond(ids, (id) => this.#call('POST', `/api/v1/alerts/${id}/acknowledge`));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #call(method: string, path: string, json?: object): Promise<unknown> {
    const body = json && JSON.stringify(json);
    const sent = request(this.#url + path, {
      agent: this.#agent,
      method,
      headers: {
        ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      },
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${method} ${path} was answered ${response.statusCode}: ${text}`));
      });
    });
    sent.end(body);
    const text = await promise;
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** Runs work for each of the things, several at a time. Resolves to how many are done a second. */
async function perSecond<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<number> {
  const left = things.values();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const thing of left) await work(thing);
    }),
  );
  return (things.length / (performance.now() - startedAt)) * 1_000;
}

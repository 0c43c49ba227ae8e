import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Servers on one port, among which the system spreads new connections (SO_REUSEPORT of Linux). Node.js takes one new connection of
 * a server in each turn of its event loop, so under a flood of frames, when turns are long, a panel would wait behind the
 * connections of strangers.
 */
export class Listeners {
  readonly #servers: Server[] = [];
  readonly #create: () => Server;
  readonly #options: { readonly host: string; readonly backlog: number };

  constructor(create: () => Server, options: { readonly host: string; readonly backlog: number }) {
    this.#create = create;
    this.#options = options;
  }

  /**
   * Listens on a port with this number of servers, and returns the port, which is a free one for 0. A single server has the port
   * for itself: it rejects if the port is taken. Several share it with others that do the same.
   */
  async listen(port: number, count: number): Promise<number> {
    let shared = port;
    for (let place = 0; place < count; place++) {
      const server = this.#create();
      this.#servers.push(server);
      server.listen({ ...this.#options, port: shared, reusePort: count > 1 });
      await once(server, 'listening');
      const bound = server.address();
      if (typeof bound === 'object' && bound) shared = bound.port;
    }
    return shared;
  }

  /** Takes no new connections. Resolves when those that were taken have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

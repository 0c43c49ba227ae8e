import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which frames of WebSockets disappear: those from the server, from the client, or both. */
export type Swallowed = 'from the server' | 'from the client' | 'in both directions' | 'none';

/** A network between clients and a server on loopback. */
export interface SwallowingProxy {
  /** The URL that leads through the proxy to the server. */
  through(url: string): string;
  /**
   * From now on, swallows frames of all WebSockets without closing them, as a router that has forgotten a connection does. HTTP
   * passes.
   */
  swallow(what: Swallowed): void;
  stop(): Promise<void>;
}

export async function startSwallowingProxy(target: string): Promise<SwallowingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let swallowed: Swallowed = 'none';
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let isLive = false;
    const join = (from: Socket, to: Socket, direction: Swallowed) => {
      open.add(from);
      from.on('error', () => {});
      from.on('data', (data) => {
        if (from === client && /^upgrade: websocket/im.test(data.toString('latin1'))) isLive = true;
        // A handshake is swallowed, too, once the line is dead.
        const isDead = isLive && (swallowed === direction || swallowed === 'in both directions');
        if (!isDead) to.write(data);
      });
      from.on('close', () => {
        open.delete(from);
        if (!isLive || swallowed === 'none') to.destroy();
      });
    };
    join(client, service, 'from the client');
    join(service, client, 'from the server');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    through(url) {
      const it = new URL(url);
      it.hostname = '127.0.0.1';
      it.port = String(address.port);
      return it.href;
    },
    swallow(what) {
      swallowed = what;
    },
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { RUNS_AT_ONCE } from './limit-runs.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';

const LOOPBACK = '127.0.0.1';

export interface Listener {
  readonly url: string;
  /** Waits for requests in flight, and closes the port. */
  close(): Promise<void>;
}

/** Throws if the port is not available, before any other work. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: LOOPBACK, port });
    await once(server, 'listening');
  } catch (error) {
    throw new LocalServerError(portFailure(port, error));
  } finally {
    server.close();
  }
}

/**
 * Serves a gateway on both loopback addresses, so that `localhost` works however it resolves (IPv6 if available). Each
 * address has its own gateway: the second address of a Fastify server answers invalid HTTP with a body of Node.
 */
export async function listenOnLoopback(
  options: Omit<GatewayOptions, 'runsAtOnce'>,
  port: number,
): Promise<Listener> {
  const gatewayOptions = { ...options, runsAtOnce: RUNS_AT_ONCE };
  const main = createGateway(gatewayOptions);
  try {
    await main.listen({ host: LOOPBACK, port });
  } catch (error) {
    await main.close();
    throw new LocalServerError(portFailure(port, error));
  }
  const address = main.server.address();
  const chosen = address !== null && typeof address === 'object' ? address.port : port;
  const other = createGateway(gatewayOptions);
  await other.listen({ host: '::1', port: chosen }).catch(() => {});
  return {
    url: `http://localhost:${chosen}`,
    async close() {
      await Promise.all([main.close(), other.close()]);
    },
  };
}

function portFailure(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} is not free to use: set PORT to one above 1023.`;
  return `Port ${port} cannot be listened on: ${reasonOf(error)}.`;
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { RUNS_AT_ONCE } from './invoke.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';

const LOOPBACK = '127.0.0.1';

export interface Listener {
  readonly url: string;
  /** Waits for requests that are being handled, and closes the port. */
  close(): Promise<void>;
}

/** Throws if the port is in use. Call it before any other work. */
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
 * Serves a gateway on both loopback addresses (IPv6 only if it is available), so that `localhost` works however it is
 * resolved.
 */
export async function listenOnLoopback(
  options: Omit<GatewayOptions, 'runsAtOnce'>,
  port: number,
): Promise<Listener> {
  const gatewayOptions = { ...options, runsAtOnce: RUNS_AT_ONCE };
  const [main, other] = [createGateway(gatewayOptions), createGateway(gatewayOptions)];
  const close = async () => {
    await Promise.all([main.close(), other.close()]);
  };
  try {
    const chosen = await main.listen(LOOPBACK, port);
    await other.listen('::1', chosen).catch(() => {});
    return { url: `http://localhost:${chosen}`, close };
  } catch (error) {
    await close();
    throw new LocalServerError(portFailure(port, error));
  }
}

function portFailure(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} is not free to use: set PORT to one above 1023.`;
  return `Port ${port} cannot be listened on: ${reasonOf(error)}.`;
}

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a closing gateway wait for requests in flight only. Node itself also waits for idle connections: up to a minute if
 * the last request ended after closing began, and without a limit if there never was a request.
 */
export function endConnectionsAtClose(gateway: FastifyInstance): void {
  /** Requests in flight, by open connection. */
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const endIfIdle = (socket: Socket) => {
    if (isClosing && requests.get(socket) === 0) socket.destroySoon();
  };
  const count = (socket: Socket, change: 1 | -1) => {
    const before = requests.get(socket);
    if (before === undefined) return; // the connection has ended
    requests.set(socket, before + change);
    endIfIdle(socket);
  };
  gateway.server.on('connection', (socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
    endIfIdle(socket);
  });
  gateway.addHook('onRequest', async ({ raw: { socket } }, { raw: response }) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  gateway.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of requests.keys()) endIfIdle(socket);
  });
}

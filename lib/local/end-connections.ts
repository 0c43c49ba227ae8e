import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Has a gateway that closes wait for the requests in flight, and for nothing else. Node alone waits for every connection
 * that has ever been busy or never was: one whose last request ended after closing began is kept alive for over a minute
 * more, and one on which nothing was asked yet for as long as its client likes.
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

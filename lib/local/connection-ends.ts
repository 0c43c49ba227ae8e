import type { IncomingMessage } from 'node:http';

/** The two ends of the connection. An IPv4 address is written as one, also where it came in by IPv6. */
export function connectionOf({ socket }: IncomingMessage): { sourceIp: string; port: number } {
  const sourceIp = (socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/, '');
  return { sourceIp, port: socket.localPort ?? 80 };
}

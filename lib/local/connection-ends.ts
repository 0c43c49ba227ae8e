import type { IncomingMessage } from 'node:http';

/** The two ends of a connection. An IPv4-mapped IPv6 address is written as IPv4. */
export function connectionOf({ socket }: IncomingMessage): { sourceIp: string; port: number } {
  const sourceIp = (socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/, '');
  return { sourceIp, port: socket.localPort ?? 80 };
}

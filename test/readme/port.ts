import { connect } from 'node:net';
import { freePort } from '../../lib/local/free-port.ts';

/** The port that the README names. */
export const README_PORT = 3000;

/** The port that is asked for; otherwise the README's own, or any where that is taken. */
export async function choosePort(asked: string | undefined): Promise<number> {
  if (asked) return Number(asked);
  return (await isOpen(README_PORT)) ? freePort() : README_PORT;
}

/** Puts another port in the place of the README's. */
export function withPort(port: number): (text: string) => string {
  return (text) => text.replaceAll(`localhost:${README_PORT}`, `localhost:${port}`);
}

/** Whether somebody listens on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

import { connect } from 'node:net';
import { freePort } from '../../lib/local/free-port.ts';

/** The port that the documents name. */
export const DOCUMENTED_PORT = 3000;

/** The port that is asked for; otherwise the documents' own, or any where that is taken. */
export async function choosePort(asked: string | undefined): Promise<number> {
  if (asked) return Number(asked);
  return (await isOpen(DOCUMENTED_PORT)) ? freePort() : DOCUMENTED_PORT;
}

const PLACES_OF_PORT = new RegExp(`(?<=localhost:|--port )${DOCUMENTED_PORT}\\b`, 'g');

/** Puts another port in the place of the documents'. */
export function withPort(port: number): (text: string) => string {
  return (text) => text.replaceAll(PLACES_OF_PORT, String(port));
}

/** Whether somebody listens on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

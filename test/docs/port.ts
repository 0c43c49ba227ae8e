import { connect } from 'node:net';
import { freePort } from '../../lib/local/engine.ts';

/** The port that the documents name. */
export const DOCUMENTED_PORT = 3000;

/** The documents' port, or another one if it is taken. */
export async function choosePort(): Promise<number> {
  return (await isOpen(DOCUMENTED_PORT)) ? freePort() : DOCUMENTED_PORT;
}

const PLACES_OF_PORT = new RegExp(`(?<=localhost:|--port )${DOCUMENTED_PORT}\\b`, 'g');

/** Replaces the documents' port with another one. */
export function withPort(port: number): (text: string) => string {
  return (text) => text.replaceAll(PLACES_OF_PORT, String(port));
}

/** Whether a process of this machine listens on a port. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

import type { KeyObject } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { RandomBytes } from '../../shared/base/ids.ts';
import { cutFrames, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { decryptContent, readHead, writeMessage } from '../../shared/panels/message.ts';
import { PANEL_PORT } from '../../shared/panels/panel-port.ts';
import { type Signal, writeSignals } from '../../shared/panels/signals.ts';

export { PANEL_PORT, type Signal };

/** A panel that dials: what it needs to send one frame. */
export interface Dialler {
  readonly host: string;
  readonly port: number;
  readonly transport: 'tcp' | 'udp';
  readonly account: string;
  readonly line: string;
  /** `undefined`: it sends in clear text. */
  readonly key: KeyObject | undefined;
  readonly randomBytes: RandomBytes;
  readonly now: Date;
  /** For how many milliseconds it waits for an answer. */
  readonly patience: number;
}

/** The token of an answer, such as `ACK`; `undefined` without an answer. */
export type DialAnswer = string | undefined;

/**
 * Sends signals in one frame, or a frame of supervision without any, and waits for the answer. An encrypted answer that the key
 * does not decrypt counts as none. Rejects if nobody listens.
 */
export async function dial(
  dialler: Dialler,
  sequence: string,
  signals: readonly Signal[],
): Promise<DialAnswer> {
  const { account, line, key, randomBytes, now } = dialler;
  const [first] = signals;
  const token = !first ? 'NULL' : first.format === 'sia' ? 'SIA-DCS' : 'ADM-CID';
  const data = first ? writeSignals(account, signals) : '';
  const message = { token, sequence, address: `L${line}#${account}`, data, time: now };
  const frame = writeMessage(message, STANDARD_DIALECT, key && { key, randomBytes });
  const answer = dialler.transport === 'tcp' ? await overTcp(dialler, frame) : await overUdp(dialler, frame);
  const [received] = cutFrames(answer).frames;
  const head = received && readHead(received.body);
  if (!head || (head.isEncrypted && (!key || !decryptContent(head, key)))) return undefined;
  return head.token;
}

const NOTHING = Buffer.alloc(0);

async function overTcp({ host, port, patience }: Dialler, frame: Buffer): Promise<Buffer> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  try {
    socket.write(frame);
    socket.setTimeout(patience, () => socket.destroy());
    let answer = NOTHING;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      answer = Buffer.concat([answer, chunk]);
      if (cutFrames(answer).frames.length > 0) break;
    }
    return answer;
  } catch {
    // The receiver has closed the connection in its own way.
    return NOTHING;
  } finally {
    socket.destroy();
  }
}

async function overUdp({ host, port, patience }: Dialler, frame: Buffer): Promise<Buffer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.send(frame, port, host);
    const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(patience) });
    return answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return NOTHING;
    throw error;
  } finally {
    socket.close();
  }
}

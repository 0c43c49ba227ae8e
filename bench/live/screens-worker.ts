import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { now } from './now.ts';
import type { ScreensOrder, ScreensReport } from './screens.ts';

/** The screens of a run, in their own thread, so that they take no time from the server's. */
const { url, tokens }: ScreensOrder = workerData;

/** The number of screens that connect at the same time. */
const CONNECTING = 20;

/** A change of an alert, or of something else. */
const changeSchema = z.object({
  action: z.optional(z.string()),
  alert: z.optional(z.object({ message: z.string() })),
});
const messageSchema = z.object({ ...changeSchema.shape, changes: z.optional(z.array(changeSchema)) });

const ticketSchema = z.object({ url: z.url() });

const seen = new Map<string, number[]>();
const send = (report: ScreensReport) => parentPort?.postMessage(report);

const sockets = await runInLanes(tokens, CONNECTING, connect);
send({ kind: 'connected' });
parentPort?.once('message', () => {
  for (const socket of sockets) socket.close();
});

async function connect(token: string): Promise<WebSocket> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/live/tickets`, { method: 'POST', headers });
  const ticket = ticketSchema.parse(await answer.json());
  const socket = new WebSocket(ticket.url);
  const ready = Promise.withResolvers<void>();
  socket.once('error', ready.reject);
  socket.on('message', (data) => {
    const at = now();
    const text = String(data);
    if (JSON.parse(text).type === 'ready') ready.resolve();
    else record(text, at);
  });
  await ready.promise;
  return socket;
}

/** Records when a screen received new alerts. On a busy machine, earlier ones escalate and devices fall silent meanwhile. */
function record(text: string, at: number): void {
  const received = messageSchema.parse(JSON.parse(text));
  for (const { action, alert } of received.changes ?? [received]) {
    if (action === 'raised' && alert) recordAlert(alert.message, at);
  }
}

/** Reports the times of an alert once all screens have it. */
function recordAlert(message: string, at: number): void {
  const times = seen.get(message) ?? [];
  seen.set(message, times);
  times.push(at);
  if (times.length === tokens.length) send({ kind: 'seen', message, times });
}

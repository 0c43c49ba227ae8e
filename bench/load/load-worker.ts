import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadOrder, LoadResult } from './run-load.ts';

/**
 * The client of a load run, in its own thread so that its work is not measured. Each connection sends the next request
 * as soon as the last one is answered, until time or requests run out.
 */
const { url, requests, again, connections, seconds, most = Number.POSITIVE_INFINITY }: LoadOrder = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
const failures: Record<string, number> = {};
let next = 0;

const startedAt = performance.now();
const deadline = startedAt + seconds * 1_000;
await Promise.all(Array.from({ length: connections }, runConnection));
const result: LoadResult = { latencies, failures, milliseconds: performance.now() - startedAt };
agent.destroy();
parentPort?.postMessage(result);

async function runConnection(): Promise<void> {
  const last = again ? most : Math.min(most, requests.length);
  while (performance.now() < deadline && next < last) {
    const number = next++;
    const began = performance.now();
    const outcome = await send(number % requests.length).catch(reasonOf);
    latencies.push(performance.now() - began);
    if (outcome !== 'success') failures[outcome] = (failures[outcome] ?? 0) + 1;
  }
}

/** Returns a status other than success. Throws if the connection closes before the whole response. */
async function send(place: number): Promise<string> {
  const { method, path, token, json } = requests[place] ?? { method: 'GET', path: '/' };
  const body = json === undefined ? undefined : JSON.stringify(json);
  const outgoing = request(url + path, {
    method,
    agent,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {}),
    },
  });
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  incoming?.resume();
  if (incoming) await once(incoming, 'end');
  const status = incoming?.statusCode ?? 0;
  return status >= 200 && status < 300 ? 'success' : `status ${status}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadOrder, LoadResult } from './measure-load.ts';

/**
 * The client of a load run, in a thread of its own so that its work is not part of what it measures. Each of its
 * connections makes the next request as soon as the last was answered, until time or requests run out.
 */
const { url, requests, again, connections, seconds }: LoadOrder = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
let failures = 0;
let next = 0;

const startedAt = performance.now();
const deadline = startedAt + seconds * 1_000;
await Promise.all(Array.from({ length: connections }, runConnection));
const result: LoadResult = { latencies, failures, milliseconds: performance.now() - startedAt };
agent.destroy();
parentPort?.postMessage(result);

async function runConnection(): Promise<void> {
  while (performance.now() < deadline && (again || next < requests.length)) {
    const number = next++;
    const began = performance.now();
    const status = await send(number % requests.length);
    latencies.push(performance.now() - began);
    if (status !== 200) failures += 1;
  }
}

async function send(place: number): Promise<number | undefined> {
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
  if (!incoming) return undefined;
  incoming.resume();
  await once(incoming, 'end');
  return incoming.statusCode;
}

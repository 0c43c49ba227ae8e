import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { authorizerTrigger } from '../../functions/authorizer/authorizer.trigger.ts';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { createGateway } from '../../lib/local/gateway.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import type { BenchRequest } from '../guard-under-test.ts';
import { type FunctionRun, type Handler, watchFunction } from './function-run.ts';
import { type RecordedTrip, recordTable } from './recording-table.ts';

/** A request, all that it did, and its answer. */
export interface RecordedRequest {
  readonly runs: readonly FunctionRun[];
  /** By the function that made them, as `runs`. */
  readonly trips: readonly (readonly RecordedTrip[])[];
  /** Over the wire, head included, compressed where API Gateway would. */
  readonly responseBytes: number;
  readonly body: string;
}

export interface RecordingGuard {
  /** Makes a request that must succeed, with every call to the table recorded. */
  record(request: BenchRequest): Promise<RecordedRequest>;
  /** Makes it at full speed, with nothing in the way of the table. */
  run(request: BenchRequest): Promise<Omit<RecordedRequest, 'trips'>>;
  /** Runs a function that no client calls, with an event: the deployed handler, unless another is given. */
  trigger(functionName: string, run: TriggeredRun): Promise<Pick<RecordedRequest, 'runs' | 'trips'>>;
  stop(): Promise<void>;
}

/** How a function is run that no client calls. */
export interface TriggeredRun {
  readonly event: object;
  readonly handler?: Handler | undefined;
  /** Whether every call to the table is recorded: then it is not run at full speed. */
  readonly isRecorded: boolean;
}

/**
 * The local gateway over the functions themselves, in this process. Their settings are those of the environment, which
 * must be prepared before this is called.
 */
export async function startRecordingGuard(): Promise<RecordingGuard> {
  const recorder = recordTable(lambdaRuntime().table);
  const runs: FunctionRun[] = [];
  const trips: (readonly RecordedTrip[])[] = [];
  const watch = (name: string, handler: Handler): Handler => {
    const watched = watchFunction(name, handler, runs);
    return async (event, context) => {
      const result = await watched(event, context);
      trips.push(recorder.take());
      return result;
    };
  };
  const load = async (folder: string, name: string) => {
    const { handler }: { handler: Handler } = await import(`../../functions/${folder}/${name}.ts`);
    return watch(name, handler);
  };
  const folders = new Map([...routes, ...triggers].map(({ name, folder }) => [name, folder]));
  const gateway = createGateway({
    routes,
    functions: (name) => load(folders.get(name) ?? '', name),
    authorizer: () => load(authorizerTrigger.folder, authorizerTrigger.name),
    corsOrigin: '*',
    clock: () => new Date(),
    newRequestId: randomUUID,
  });
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const make = async (sent: BenchRequest, isRecorded: boolean): Promise<RecordedRequest> => {
    recorder.isOn = isRecorded;
    const answer = await send(url, sent);
    return { ...answer, runs: runs.splice(0), trips: trips.splice(0) };
  };
  return {
    record: (sent) => make(sent, true),
    run: (sent) => make(sent, false),
    async trigger(name, { event, handler, isRecorded }) {
      recorder.isOn = isRecorded;
      const triggered = handler ? watch(name, handler) : await load(folders.get(name) ?? '', name);
      await triggered(event, { functionName: name });
      return { runs: runs.splice(0), trips: trips.splice(0) };
    },
    stop: () => gateway.close(),
  };
}

async function send(url: string, { method, path, token, json }: BenchRequest) {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const outgoing = request(url + path, {
    method,
    agent: false,
    headers: {
      'Accept-Encoding': 'gzip',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {}),
    },
  });
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (!incoming) throw new Error(`${method} ${path} was not answered`);
  const content = await buffer(incoming);
  const text = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(content) : content;
  const { statusCode = 0, socket } = incoming;
  if (statusCode >= 300) throw new Error(`${method} ${path} was answered ${statusCode}: ${text}`);
  return { responseBytes: socket.bytesRead, body: text.toString() };
}

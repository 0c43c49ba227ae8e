import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { EngineError, Fault } from './faults.ts';

/** A call of the engine, named by what it does to what: `UpdateItem RATE`. */
export type CallName = string;

/** The calls that get a fault. */
export interface Plan {
  readonly call: CallName;
  readonly fault: Fault;
  /** The number of calls of that name that come before. */
  readonly after: number;
  /** To how many calls it happens, the SDK's repetitions included. */
  readonly times: number;
}

export interface FaultProxy {
  readonly endpoint: string;
  /** Starts to remember calls anew, and makes the meant ones fail. */
  arm(plan: Plan): void;
  /** Starts to remember calls anew; `faultOf` decides what becomes of each. */
  play(faultOf: (call: CallName) => Fault | undefined): void;
  /** Starts to remember calls anew, without failures. */
  disarm(): void;
  /** The calls since then, in their order. */
  readonly calls: readonly CallName[];
  stop(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

const JSON_TYPE = { 'Content-Type': 'application/x-amz-json-1.0' };

/** Stands between functions and an engine, and has the reply of chosen calls go wrong. */
export async function startFaultProxy(engine: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const calls: CallName[] = [];
  let faultOf: (call: CallName) => Fault | undefined = () => undefined;

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    const name = nameOf(String(incoming.headers['x-amz-target']), body.toString());
    const fault = faultOf(name);
    calls.push(name);
    const forward = () => send(engine, agent, incoming, body);
    await (fault ? fail(fault, forward, response) : forward().then((reply) => answer(response, reply))).catch(
      () => response.destroy(),
    );
  });

  function play(next: typeof faultOf): void {
    calls.length = 0;
    faultOf = next;
  }

  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    calls,
    arm({ call, fault, after, times }) {
      play((name) => {
        const before = calls.filter((it) => it === name).length;
        return name === call && before >= after && before < after + times ? fault : undefined;
      });
    },
    play,
    disarm: () => play(() => undefined),
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function fail(fault: Fault, forward: () => Promise<Reply>, response: ServerResponse): Promise<void> {
  switch (fault.kind) {
    case 'held':
      await fault.before();
      answer(response, await forward());
      return;
    case 'request_lost':
      await fault.before?.();
      response.destroy();
      return;
    case 'reply_lost':
      await forward();
      await fault.before?.();
      response.destroy();
      return;
    case 'stalled':
      await forward();
      return;
    case 'stalled_in_body': {
      const { status, body } = await forward();
      response.writeHead(status, { ...JSON_TYPE, 'Content-Length': body.length });
      response.write(body.subarray(0, Math.floor(body.length / 2)));
      return;
    }
    case 'error_after':
      await forward();
      answer(response, errorReply(fault.error));
      return;
    case 'error':
      answer(response, errorReply(fault.error));
  }
}

function answer(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { ...JSON_TYPE, 'Content-Length': body.length }).end(body);
}

function errorReply({ status, name, reasons }: EngineError): Reply {
  const body = {
    __type: `com.amazonaws.dynamodb.v20120810#${name}`,
    message: name,
    ...(reasons ? { CancellationReasons: reasons.map((Code) => ({ Code })) } : {}),
  };
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

async function send(engine: string, agent: Agent, incoming: IncomingMessage, body: Buffer): Promise<Reply> {
  const forwarded = Object.entries(incoming.headers).filter(([name]) => /^x-amz-|^authorization$/.test(name));
  const headers = { ...Object.fromEntries(forwarded), ...JSON_TYPE, 'Content-Length': body.length };
  const outgoing = request(engine, { method: 'POST', headers, agent });
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: reply.statusCode ?? 500, body: await buffer(reply) };
}

/** The operation, and the kind of the first item that it names: `UpdateItem RATE#api`, `GetItem SITE`, `Query site`. */
function nameOf(target: string, body: string): CallName {
  const operation = target.split('.')[1] ?? target;
  const index = /"IndexName":"(\w+)"/.exec(body)?.[1];
  const [partition, sort] = ['pk', 'sk'].map(
    (key) => new RegExp(`"${key}":\\{"S":"([^"]+)"`).exec(body)?.[1],
  );
  const counter = /^RATE#[a-z_-]+/.exec(partition ?? '')?.[0];
  const kind = index ?? (counter && sort === 'KNOWN' ? 'KNOWN' : counter) ?? sort?.split('#')[0];
  return kind ? `${operation} ${kind}` : operation;
}

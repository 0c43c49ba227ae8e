import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface FaultyEngine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

const JSON_TYPE = { 'Content-Type': 'application/x-amz-json-1.0' };

/** Long enough for a function that does not wait for its other calls to have answered. */
const HOLD_MILLISECONDS = 100;

/** A DynamoDB engine that refuses the first Query of all at once and holds the others back. */
export async function startFaultyEngine(endpoint: string): Promise<FaultyEngine> {
  let queries = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const target = String(request.headers['x-amz-target']);
    if (target.endsWith('.Query')) {
      queries += 1;
      if (queries === 1) {
        const fault = { __type: 'com.amazonaws.dynamodb.v20120810#ValidationException', message: 'No.' };
        response.writeHead(400, JSON_TYPE).end(JSON.stringify(fault));
        return;
      }
      await delay(HOLD_MILLISECONDS);
    }
    const forwarded = Object.entries(request.headers).filter(([name]) =>
      /^x-amz-|^authorization$/.test(name),
    );
    const headers = {
      ...Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)])),
      ...JSON_TYPE,
    };
    const reply = await fetch(endpoint, { method: 'POST', headers, body });
    response.writeHead(reply.status, JSON_TYPE).end(Buffer.from(await reply.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

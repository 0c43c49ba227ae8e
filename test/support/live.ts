import { randomUUID } from 'node:crypto';
import { triggers } from '../../functions/triggers.ts';
import type { SocketServer } from '../../lib/local/answer-request.ts';
import type { Invocation } from '../../lib/local/invoke.ts';
import { Bell, pause } from '../../lib/local/triggers/host.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { startTriggers } from '../../lib/local/triggers/triggers.ts';
import { SOCKETS_ENDPOINT_VARIABLE, type TriggeredFunction } from '../../shared/lambda/trigger.ts';
import type { AnyHandler } from './secret-watch.ts';
import type { TestTable } from './table.ts';

export interface LiveOptions {
  /** Each function runs one batch at a time, so that a change is sent after all earlier ones. */
  readonly isSerial?: boolean;
  /** Wraps each run of a triggered function, so that a test can make it fail, wait or repeat. */
  readonly around?: (name: string, run: () => Promise<Invocation>) => Promise<Invocation>;
}

/** The WebSocket API of a test: real sockets, and the real stream of the table. */
export interface TestLive {
  readonly sockets: SocketServer | undefined;
  stop(): Promise<void>;
}

/** The stream is read after each write by the test's table. This is for writes by others. */
const STREAM_POLL_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 50;

/** Whether a function is caused by clients of the WebSocket API or by changes of the table. */
const isLive = ({ trigger }: TriggeredFunction) => trigger.kind === 'socket' || trigger.kind === 'stream';

function inOneLane(it: TriggeredFunction): TriggeredFunction {
  return it.trigger.kind === 'stream' ? { ...it, trigger: { ...it.trigger, parallelBatches: 1 } } : it;
}

const READS = /^(BatchGet|Get|Query|Scan|TransactGet)Command$/;

/** A bell that rings when the table may have changed. */
function ringAfterWrites({ client }: TestTable): Bell {
  const bell = new Bell();
  const send = client.send.bind(client) as (...call: unknown[]) => Promise<unknown>;
  Object.assign(client, {
    send: (command: object, ...options: unknown[]) => {
      const sent = send(command, ...options);
      return READS.test(command.constructor.name) ? sent : sent.finally(() => bell.ring());
    },
  });
  return bell;
}

/** Runs functions for clients and changes, as the local server does. */
export async function openLive(
  table: TestTable,
  handlers: ReadonlyMap<string, AnyHandler>,
  { around = (_, run) => run(), isSerial = false }: LiveOptions,
): Promise<TestLive> {
  const clock = () => new Date();
  const log = () => {};
  const services = await openServices([], { clock, newId: randomUUID, log });
  process.env[SOCKETS_ENDPOINT_VARIABLE] = services.url;
  process.env['AWS_REGION'] = 'local';
  const run = async ({ name }: TriggeredFunction, event: object): Promise<Invocation> => {
    try {
      return { outcome: 'returned', result: await handlers.get(name)?.(structuredClone(event), {}) };
    } catch (error) {
      return { outcome: 'failed', error };
    }
  };
  const declared = triggers.filter(isLive);
  const running = await startTriggers(isSerial ? declared.map(inOneLane) : declared, {
    services,
    stream: {
      tableName: table.name,
      endpoint: table.endpoint,
      engineStarts: () => 1,
      pollMilliseconds: STREAM_POLL_MILLISECONDS,
      changed: ringAfterWrites(table),
    },
    host: {
      run: (declaration, event) => around(declaration.name, () => run(declaration, event)),
      isAvailable: () => true,
      clock,
      // A batch that failed is tried again soon.
      pause: (milliseconds, signal) =>
        pause(milliseconds === 1_000 ? LONGEST_PAUSE_MILLISECONDS : milliseconds, signal),
      newId: randomUUID,
      log,
    },
  });
  return {
    sockets: running.sockets,
    async stop() {
      await running.stop();
      await services.close();
      delete process.env[SOCKETS_ENDPOINT_VARIABLE];
    },
  };
}

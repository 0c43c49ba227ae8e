import type { ScheduledEvent } from 'aws-lambda';
import { triggersOf } from '../../../functions/triggers.ts';
import type { ScheduleTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { SocketServer } from '../answer-request.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost } from './host.ts';
import { waitAtMost } from './pause.ts';
import type { Services, ServicesOptions } from './services.ts';
import type { StreamSource } from './stream.ts';

/** The time that stopping waits for running functions. */
const STOP_MILLISECONDS = 5_000;

interface TriggersOptions {
  readonly host: Omit<TriggerHost, 'stopped'>;
  readonly services: Services | undefined;
  readonly stream: StreamSource;
}

interface RunningTriggers {
  /** The WebSocket API, if a function has a socket trigger. */
  readonly sockets: SocketServer | undefined;
  /** Starts no more runs and waits for the running ones, up to a limit. */
  stop(): Promise<void>;
}

/** Opens the services that declared queues and sockets need, before functions run; `undefined` if there are none. */
export async function openDeclaredServices(
  triggers: readonly TriggeredFunction[],
  options: ServicesOptions,
): Promise<Services | undefined> {
  const queues = triggersOf('queue', triggers);
  if (queues.length === 0 && triggersOf('socket', triggers).length === 0) return undefined;
  const { openServices } = await import('./services.ts');
  return openServices(queues, options);
}

/**
 * Invokes triggered functions as AWS does: by schedule, changes of the table, messages and clients of the WebSocket API. Imports
 * only the kinds of triggers that are declared.
 */
export async function startTriggers(
  triggers: readonly TriggeredFunction[],
  options: TriggersOptions,
): Promise<RunningTriggers> {
  const { services } = options;
  const stopping = new AbortController();
  const host: TriggerHost = { ...options.host, stopped: stopping.signal };
  const work: Promise<unknown>[] = [];
  const streams = triggersOf('stream', triggers);
  if (streams.length > 0) {
    const { followStream } = await import('./stream.ts');
    work.push((await followStream(streams, options.stream, host)).ended);
  }
  if (services) work.push(...(await deliverAll(triggers, services, host)));
  work.push(...triggersOf('schedule', triggers).map((it) => runOnSchedule(it, host)));
  return {
    sockets: services && (await openSockets(triggers, services, host)),
    async stop() {
      stopping.abort();
      await waitAtMost(STOP_MILLISECONDS, Promise.all(work), host.pause);
    },
  };
}

async function deliverAll(
  triggers: readonly TriggeredFunction[],
  { queues }: Services,
  host: TriggerHost,
): Promise<Promise<void>[]> {
  const { deliverMessages } = await import('./queue-delivery.ts');
  return triggersOf('queue', triggers).flatMap((it) => {
    const served = queues.get(it.name);
    return served ? [deliverMessages(it, served.queue, served.bell, host)] : [];
  });
}

async function openSockets(
  triggers: readonly TriggeredFunction[],
  { connections }: Services,
  host: TriggerHost,
): Promise<SocketServer | undefined> {
  const declarations = triggersOf('socket', triggers);
  if (declarations.length === 0) return undefined;
  const { LocalSockets } = await import('./sockets.ts');
  return new LocalSockets(declarations, connections, host);
}

const MINUTE = 60_000;

/**
 * Runs a function on its schedule, one run at a time, until the server stops. Resolves when the last run has ended. As on AWS, a
 * failed run is not repeated. A run that is due during another run is skipped.
 */
export async function runOnSchedule(
  declaration: TriggeredFunction<ScheduleTrigger>,
  host: TriggerHost,
): Promise<void> {
  const interval = declaration.trigger.everyMinutes * MINUTE;
  const now = () => host.clock().getTime();
  let due = now() + interval;
  for (;;) {
    await host.pause(due - now(), host.stopped);
    if (host.stopped.aborted) return;
    if (host.isAvailable()) await host.run(declaration, scheduledEvent(declaration.name, due, host.newId()));
    due += interval * Math.max(1, Math.ceil((now() - due) / interval));
  }
}

/** The event of a schedule. Its time has no fraction (AWS, "Schedule expression types in EventBridge"). */
function scheduledEvent(name: string, due: number, id: string): ScheduledEvent {
  return {
    version: '0',
    id,
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: LOCAL_ACCOUNT_ID,
    time: `${new Date(due).toISOString().slice(0, 19)}Z`,
    region: LOCAL_REGION,
    resources: [`arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:rule/guard-local-${name}`],
    detail: {},
  };
}

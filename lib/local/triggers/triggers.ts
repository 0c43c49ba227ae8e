import type { ScheduledEvent } from 'aws-lambda';
import { triggersOf } from '../../../functions/triggers.ts';
import {
  queueUrlVariable,
  type ScheduleTrigger,
  SOCKETS_ENDPOINT_VARIABLE,
  type TriggeredFunction,
} from '../../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../../shared/mail/mail-message.ts';
import type { SocketServer } from '../answer-request.ts';
import { LocalServerError } from '../local-server-error.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost, waitAtMost } from './host.ts';
import { PUSHES_PATH } from './messages.ts';
import { deliverMessages, queueUrl } from './queue.ts';
import { openServices, type Services, type ServicesOptions } from './services.ts';
import { LocalSockets } from './sockets.ts';
import { followStream, type StreamSource } from './stream.ts';

/** How long stopping waits for functions that are running. */
const STOP_MILLISECONDS = 5_000;

interface TriggersOptions {
  readonly host: Omit<TriggerHost, 'stopped'>;
  readonly services: Services | undefined;
  readonly stream: StreamSource;
}

interface RunningTriggers {
  /** The WebSocket API, if a function has a socket trigger. */
  readonly sockets: SocketServer | undefined;
  /** Starts no more runs and waits for those that are running, up to a limit. */
  stop(): Promise<void>;
}

/** Opens the services that the declared queues and sockets need, before functions run; `undefined` if none is needed. */
export async function openDeclaredServices(
  triggers: readonly TriggeredFunction[],
  options: ServicesOptions,
): Promise<Services | undefined> {
  const queues = triggersOf('queue', triggers);
  if (queues.length === 0 && triggersOf('socket', triggers).length === 0) return undefined;
  return openServices(queues, options);
}

/**
 * Invokes triggered functions as AWS does: on schedules, and for changes of the table, messages of queues and clients of the
 * WebSocket API.
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
    work.push((await followStream(streams, options.stream, host)).ended);
  }
  if (services) work.push(...deliverAll(triggers, services, host));
  work.push(...triggersOf('schedule', triggers).map((it) => runOnSchedule(it, host)));
  return {
    sockets: services && openSockets(triggers, services, host),
    async stop() {
      stopping.abort();
      await waitAtMost(STOP_MILLISECONDS, Promise.all(work), host.pause);
    },
  };
}

function deliverAll(
  triggers: readonly TriggeredFunction[],
  { queues }: Services,
  host: TriggerHost,
): Promise<void>[] {
  return triggersOf('queue', triggers).flatMap((it) => {
    const served = queues.get(it.name);
    return served ? [deliverMessages(it, served.queue, served.bell, host)] : [];
  });
}

function openSockets(
  triggers: readonly TriggeredFunction[],
  { connections }: Services,
  host: TriggerHost,
): SocketServer | undefined {
  const declarations = triggersOf('socket', triggers);
  if (declarations.length === 0) return undefined;
  return new LocalSockets(declarations, connections, host);
}

const MINUTE = 60_000;

/**
 * Runs a function on its schedule, one run at a time, until the server stops. Resolves when the last run has ended. As on
 * AWS, a failed run is not repeated. If a run becomes due while another is running, it is skipped.
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

/** Makes the event of a schedule. Its time has no fractions of a second (AWS, "Schedule expression types in EventBridge"). */
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

/**
 * The environment variables of triggered functions. On AWS each function has its own environment, but here all share one, so
 * two functions must not declare different values of one variable.
 */
export function triggerVariables(
  triggers: readonly TriggeredFunction[],
  servicesUrl: string | undefined,
): Record<string, string> {
  const owners = new Map<string, { readonly name: string; readonly value: string }>();
  for (const declaration of triggers) {
    const { name } = declaration;
    for (const [variable, value] of Object.entries(variablesOf(declaration, triggers, servicesUrl))) {
      const owner = owners.get(variable);
      if (owner && owner.value !== value) {
        throw new LocalServerError(
          `The functions ${owner.name} and ${name} declare different values of ${variable}, and share one environment here.`,
        );
      }
      owners.set(variable, { name, value });
    }
  }
  const variables = [...owners].map(([variable, { value }]) => [variable, value]);
  return { ...Object.fromEntries(variables), ...ofServices(triggers, servicesUrl) };
}

/** The variables by which the SDK finds these services. The endpoints of the API need them, too, because they queue mail. */
function ofServices(
  triggers: readonly TriggeredFunction[],
  servicesUrl: string | undefined,
): Record<string, string> {
  if (servicesUrl === undefined) return {};
  const mail = triggersOf('queue', triggers).find(({ name }) => name === SEND_MAIL);
  return {
    AWS_ENDPOINT_URL_SESV2: servicesUrl,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: servicesUrl,
    GUARD_OUTBOX_URL: servicesUrl + PUSHES_PATH,
    ...(mail ? { [queueUrlVariable(SEND_MAIL)]: queueUrl(servicesUrl, mail) } : {}),
  };
}

function variablesOf(
  { name, environment, sendsTo, postsToSockets }: TriggeredFunction,
  triggers: readonly TriggeredFunction[],
  servicesUrl = '',
): Record<string, string> {
  const queues = sendsTo.map((receiver) => {
    const declaration = triggersOf('queue', triggers).find((it) => it.name === receiver);
    if (!declaration) throw new LocalServerError(`${name} sends to ${receiver}, which has no queue.`);
    return [queueUrlVariable(receiver), queueUrl(servicesUrl, declaration)];
  });
  if (postsToSockets && triggersOf('socket', triggers).length === 0) {
    throw new LocalServerError(`${name} posts to sockets, but no function has a socket trigger.`);
  }
  return {
    ...environment,
    ...Object.fromEntries(queues),
    ...(postsToSockets ? { [SOCKETS_ENDPOINT_VARIABLE]: servicesUrl } : {}),
  };
}

import { joinUses, type TableUse } from '../table/table-use.ts';
import type { Environment } from './environment.ts';
import { type FunctionPlace, placeOf } from './function-group.ts';
import type { SettingName } from './settings.ts';

/** API Gateway invokes the function for every request with a token or an API key. */
export interface AuthorizerTrigger {
  readonly kind: 'authorizer';
}

/** The function runs at an interval. A late or failed run is not repeated, because the next run replaces it. */
export interface ScheduleTrigger {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/** The kind of a change in the table's stream. */
export type StreamEventName = 'INSERT' | 'MODIFY' | 'REMOVE';

/**
 * The function receives the changes of the table in batches, in order for each item. Lambda divides a failed batch in two and
 * retries, up to `retries` and `maximumAgeSeconds`. Then the batch moves to the dead-letter queue.
 */
export interface StreamTrigger {
  readonly kind: 'stream';
  /** The prefixes of the sort keys whose changes it receives, by the kind of change. Lambda ignores other changes. */
  readonly changes: Readonly<Partial<Record<StreamEventName, readonly string[]>>>;
  /** It also receives every change in partitions with these prefixes. */
  readonly partitions?: readonly string[];
  readonly batchSize: number;
  /** How many batches of a shard run at the same time, at most 10; one by default. The changes of one item stay in order. */
  readonly parallelBatches?: number;
  /**
   * The maximum age of a change in seconds, from 60 to 604,800. Older changes move to the dead-letter queue without an
   * attempt.
   */
  readonly maximumAgeSeconds: number;
  readonly retries: number;
  /** Whether a bucket stores the changes of dead letters. Otherwise a dead letter only refers to the stream. */
  readonly storesDeadLetters?: boolean;
}

/**
 * The function receives the messages of its own queue, in batches, and returns those that failed (`batchItemFailures`). After
 * the last of the `attempts`, a message moves to the dead-letter queue.
 */
export interface QueueTrigger {
  readonly kind: 'queue';
  /** Whether the messages of a group arrive in order, one at a time. */
  readonly isFifo: boolean;
  readonly batchSize: number;
  readonly attempts: number;
  /** How many runs there are at the same time at most, from 2 to 1,000; by default, the quota of the account is the limit. */
  readonly maxConcurrency?: number;
}

/** A client of the WebSocket API invokes the function: by opening a connection, by ending it, or by a message. */
export interface SocketTrigger {
  readonly kind: 'socket';
  readonly route: '$connect' | '$disconnect' | '$default';
}

/**
 * CodeDeploy invokes the function when a function of the first wave has all traffic, and rolls the release back unless the
 * invocation succeeds. Exactly one function has this trigger. A stage that releases in place, without canaries, does not
 * deploy it.
 */
export interface ReleaseTrigger {
  readonly kind: 'release';
}

/**
 * AWS IoT Core invokes the function for each client of MQTT that connects with a password, and again while it is connected. Only a
 * stage with `mqtt` deploys it.
 */
export interface MqttAuthorizerTrigger {
  readonly kind: 'mqtt_authorizer';
}

/** CloudFormation invokes the function during a deployment. */
export interface CustomResourceTrigger {
  readonly kind: 'custom_resource';
}

export type Trigger =
  | AuthorizerTrigger
  | CustomResourceTrigger
  | MqttAuthorizerTrigger
  | ScheduleTrigger
  | StreamTrigger
  | QueueTrigger
  | SocketTrigger
  | ReleaseTrigger;

/** The declaration of a function that no client calls by HTTP. Optional fields have defaults. */
export interface TriggerDeclaration<T extends Trigger = Trigger> {
  readonly description: string;
  readonly trigger: T;
  /** The function's access to the table. */
  readonly table?: Partial<TableUse>;
  /** The settings that the function reads, besides those that `settingsOfFunction` adds. */
  readonly settings?: readonly SettingName[];
  /** The functions to whose queues it sends messages. */
  readonly sendsTo?: readonly string[];
  /** Whether it sends messages to connections of the WebSocket API, or closes connections. */
  readonly postsToSockets?: boolean;
  /** Whether it calls the API at its public URL, as clients do, or makes links to it (`apiBaseUrl`). */
  readonly callsApi?: boolean;
  /** Whether it sends mail by SES. */
  readonly sendsMail?: boolean;
  /** Whether it sends messages to people: e-mail, SMS and pushes (`connectSenders`). */
  readonly sendsMessages?: boolean;
  /** Environment variables besides the settings. They are the same in every stage. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Whether its runs are traced, the default. X-Ray traces the first run of each second: of a function that runs a few times a
   * minute for each screen, or by a schedule, nearly every run, for more than the run costs.
   */
  readonly isTraced?: boolean;
  /** 15 seconds by default. */
  readonly timeoutSeconds?: number;
}

/** A function that no client calls by HTTP. The stack, the local server and the tests read this declaration. */
export interface TriggeredFunction<T extends Trigger = Trigger> extends FunctionPlace {
  readonly description: string;
  readonly trigger: T;
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
  readonly sendsTo: readonly string[];
  readonly postsToSockets: boolean;
  readonly callsApi: boolean;
  readonly sendsMail: boolean;
  readonly sendsMessages: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly isTraced: boolean;
  readonly timeoutSeconds: number;
}

/**
 * The timeout of a function. It is longer than the table's client retries, and shorter than the 29 s after which API Gateway
 * gives up.
 */
export const DEFAULT_TIMEOUT_SECONDS = 15;

/**
 * For how many timeouts a message is hidden: while Lambda is throttled, it may try a batch several times (AWS, "Using Lambda
 * with Amazon SQS").
 */
const TIMEOUTS_UNTIL_VISIBLE = 6;

/** For how many seconds a received message is hidden. If it is not deleted by then, SQS delivers it again. */
export function visibilitySeconds({ timeoutSeconds }: TriggeredFunction): number {
  return TIMEOUTS_UNTIL_VISIBLE * timeoutSeconds;
}

/** All triggered functions, in the order in which they were declared. */
export const declaredTriggers: TriggeredFunction[] = [];

/** Declares a triggered function. Its id consists of its file in `functions/` and its name, such as `jobs/live/fan-out`. */
export function defineTrigger<const T extends Trigger>(
  id: `${string}/${string}`,
  declaration: TriggerDeclaration<T>,
): TriggeredFunction<T> {
  const trigger: TriggeredFunction<T> = {
    settings: [],
    sendsTo: [],
    postsToSockets: false,
    callsApi: false,
    sendsMail: false,
    sendsMessages: false,
    environment: {},
    isTraced: declaration.trigger.kind !== 'schedule',
    timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
    ...declaration,
    ...placeOf(id),
    table: joinUses(declaration.table ?? {}),
  };
  declaredTriggers.push(trigger);
  return trigger;
}

/** The functions with a queue to which several other functions send. */
export const DELIVER_WEBHOOK = 'deliver-webhook';
export const NOTIFY_PEOPLE = 'notify-people';
export const KEEP_PICTURES = 'keep-pictures';

/** The environment variable with the URL of a function's queue. */
export function queueUrlVariable(functionName: string): string {
  return `QUEUE_URL_${functionName.replaceAll('-', '_').toUpperCase()}`;
}

/** The environment variable with the endpoint for sending messages to connections. */
export const SOCKETS_ENDPOINT_VARIABLE = 'SOCKETS_ENDPOINT';

/** The environment variable with the URL of the API, without a slash at the end. */
export const API_BASE_URL_VARIABLE = 'API_BASE_URL';

/** Returns the URL of the API. Throws if the function does not declare `callsApi`. */
export const apiBaseUrl = (environment: Environment) => requireVariable(environment, API_BASE_URL_VARIABLE);

/** Returns the endpoint for sending messages to connections. Throws if the function does not declare `postsToSockets`. */
export const socketsEndpoint = (environment: Environment) =>
  requireVariable(environment, SOCKETS_ENDPOINT_VARIABLE);

/** Returns the URL of a function's queue. Throws if the sender does not list that function in `sendsTo`. */
export const queueUrlOf = (environment: Environment, functionName: string) =>
  requireVariable(environment, queueUrlVariable(functionName));

function requireVariable(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (!value) throw new Error(`${variable} is not set.`);
  return value;
}

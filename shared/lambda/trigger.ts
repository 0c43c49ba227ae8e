import { joinUses, type TableUse } from '../table/table-use.ts';
import type { Environment } from './environment.ts';
import { type FunctionPlace, placeOf } from './function-group.ts';
import type { SettingName } from './settings.ts';

/** API Gateway invokes this function for every request with a token or an API key. */
export interface AuthorizerTrigger {
  readonly kind: 'authorizer';
}

/** It runs at an interval. A late or failed run is not repeated: the next run replaces it. */
export interface ScheduleTrigger {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/** The kind of a change in the table's stream. */
export type StreamEventName = 'INSERT' | 'MODIFY' | 'REMOVE';

/**
 * It receives the changes of the table in batches, in order for each item. Lambda halves and retries a failed batch, up to
 * `retries` and `maximumAgeSeconds`. Then the batch moves to the dead-letter queue.
 */
export interface StreamTrigger {
  readonly kind: 'stream';
  /** The prefixes of the sort keys, by the kind of change. Lambda ignores other changes. */
  readonly changes: Readonly<Partial<Record<StreamEventName, readonly string[]>>>;
  /** The function receives every change of partitions with these prefixes. */
  readonly partitions?: readonly string[];
  readonly batchSize: number;
  /**
   * The number of batches of a shard that run at the same time, at most 10; one by default. Changes of one item stay in
   * order.
   */
  readonly parallelBatches?: number;
  /** The maximum age, from 60 to 604,800. Older changes move to the dead-letter queue without an attempt. */
  readonly maximumAgeSeconds: number;
  readonly retries: number;
  /** Whether a bucket stores the changes of dead letters, which otherwise refer to the stream only. */
  readonly storesDeadLetters?: boolean;
}

/**
 * It receives the messages of its own queue, in batches. It returns those that failed (`batchItemFailures`). After the last
 * of the `attempts` a message moves to the dead-letter queue.
 */
export interface QueueTrigger {
  readonly kind: 'queue';
  /** Whether the messages of a group arrive in order, one at a time. */
  readonly isFifo: boolean;
  readonly batchSize: number;
  readonly attempts: number;
  /** The maximum of concurrent runs, from 2 to 1,000; the account's quota by default. */
  readonly maxConcurrency?: number;
}

/** A client of the WebSocket API invokes it: with a new connection, the end of a connection, or a message. */
export interface SocketTrigger {
  readonly kind: 'socket';
  readonly route: '$connect' | '$disconnect' | '$default';
}

/**
 * CodeDeploy invokes it when a function of the first wave has all traffic, and rolls the release back unless it succeeds.
 * Exactly one function has this trigger. With releases in place it is not deployed.
 */
export interface ReleaseTrigger {
  readonly kind: 'release';
}

export type Trigger =
  | AuthorizerTrigger
  | ScheduleTrigger
  | StreamTrigger
  | QueueTrigger
  | SocketTrigger
  | ReleaseTrigger;

/** The declaration of a function that no client calls by HTTP. Optional fields have defaults. */
export interface TriggerDeclaration<T extends Trigger = Trigger> {
  readonly description: string;
  readonly trigger: T;
  /** Its access to the table. */
  readonly table?: Partial<TableUse>;
  /** The settings that it reads, in addition to those that `settingsOfFunction` adds. */
  readonly settings?: readonly SettingName[];
  /** The functions that receive its messages from their queues. */
  readonly sendsTo?: readonly string[];
  /** Whether it sends messages to connections of the WebSocket API, or closes them. */
  readonly postsToSockets?: boolean;
  /** Whether it calls the API at its public URL, as clients do, or links to it (`apiBaseUrl`). */
  readonly callsApi?: boolean;
  /** Whether it sends mail by SES. */
  readonly sendsMail?: boolean;
  /** Whether it sends messages to people: e-mail, SMS and pushes (`connectSenders`). */
  readonly sendsMessages?: boolean;
  /** Environment variables in addition to its settings, the same in every stage. */
  readonly environment?: Readonly<Record<string, string>>;
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
  readonly timeoutSeconds: number;
}

/** The timeout is longer than the table's client retries, and shorter than the 29 s after which API Gateway gives up. */
export const DEFAULT_TIMEOUT_SECONDS = 15;

/** Declares a triggered function. The id is its file in `functions/` and its name, such as `jobs/live/fan-out`. */
export function defineTrigger<const T extends Trigger>(
  id: `${string}/${string}`,
  declaration: TriggerDeclaration<T>,
): TriggeredFunction<T> {
  return {
    settings: [],
    sendsTo: [],
    postsToSockets: false,
    callsApi: false,
    sendsMail: false,
    sendsMessages: false,
    environment: {},
    timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
    ...declaration,
    ...placeOf(id),
    table: joinUses(declaration.table ?? {}),
  };
}

/** The functions with a queue, to which several others send. */
export const DELIVER_WEBHOOK = 'deliver-webhook';
export const NOTIFY_PEOPLE = 'notify-people';

/** The environment variable with the URL of a function's queue. */
export function queueUrlVariable(functionName: string): string {
  return `QUEUE_URL_${functionName.replaceAll('-', '_').toUpperCase()}`;
}

/** The environment variable with the endpoint for messages to connections. */
export const SOCKETS_ENDPOINT_VARIABLE = 'SOCKETS_ENDPOINT';

/** The environment variable with the URL of the API, without a slash at the end. */
export const API_BASE_URL_VARIABLE = 'API_BASE_URL';

/** The URL of the API. Throws if the function does not declare `callsApi`. */
export const apiBaseUrl = (environment: Environment) => requireVariable(environment, API_BASE_URL_VARIABLE);

/** The endpoint for messages to connections. Throws if the function does not declare `postsToSockets`. */
export const socketsEndpoint = (environment: Environment) =>
  requireVariable(environment, SOCKETS_ENDPOINT_VARIABLE);

/** The URL of a function's queue. Throws if the sender does not list the function in `sendsTo`. */
export const queueUrlOf = (environment: Environment, functionName: string) =>
  requireVariable(environment, queueUrlVariable(functionName));

function requireVariable(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (!value) throw new Error(`${variable} is not set.`);
  return value;
}

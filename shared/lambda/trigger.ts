import { joinUses, type TableUse } from '../table/table-use.ts';
import type { Environment } from './environment.ts';
import type { SettingName } from './settings.ts';

/** API Gateway asks it about every request that brings a token. */
export interface AuthorizerTrigger {
  readonly kind: 'authorizer';
}

/** It runs every so many minutes. A run that is late or that fails is not made up for: the next one takes its place. */
export interface ScheduleTrigger {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/** A change of the table, as a stream tells of it. */
export type StreamEventName = 'INSERT' | 'MODIFY' | 'REMOVE';

/**
 * It gets the changes of the table in the order in which they happened to each item, in batches. A batch that fails is
 * halved and tried again, for as long and as often as this says; then it is a dead letter.
 */
export interface StreamTrigger {
  readonly kind: 'stream';
  /** What happened, and what the sort keys of the items begin with that it matters of: Lambda runs for nothing else. */
  readonly changes: Readonly<Partial<Record<StreamEventName, readonly string[]>>>;
  readonly batchSize: number;
  /** Changes that are older are dead letters untried: from 60 to 604,800. */
  readonly maximumAgeSeconds: number;
  readonly retries: number;
}

/**
 * It gets the messages of a queue of its own, which is named like it, in batches. It answers which of them failed
 * (`batchItemFailures`); these come again, up to so many times, and are dead letters then.
 */
export interface QueueTrigger {
  readonly kind: 'queue';
  /** Whether messages of one group come in order and one after the other. */
  readonly isFifo: boolean;
  readonly batchSize: number;
  readonly attempts: number;
  /** How many of its runs there are at once, from 2 to 1,000: as many as the account has, unless it says otherwise. */
  readonly maxConcurrency?: number;
}

/** Clients of the WebSocket API cause it: by connecting, by ending the connection, or by a message. */
export interface SocketTrigger {
  readonly kind: 'socket';
  readonly route: '$connect' | '$disconnect' | '$default';
}

/**
 * CodeDeploy runs it when a function of a release's first wave has all calls, and takes the release back unless it says
 * that all is well. There is exactly one; where functions are replaced in place it is not deployed.
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

/** What is declared of a function that no client calls by HTTP. What is usual may be left out. */
export interface TriggerDeclaration<T extends Trigger = Trigger> {
  readonly description: string;
  readonly trigger: T;
  /** What it does to the table. */
  readonly table?: Partial<TableUse>;
  /** The settings that it reads; `settingsOfFunction` adds those that every function does. */
  readonly settings?: readonly SettingName[];
  /** The queues that it sends messages to, by the names of the functions that get them. */
  readonly sendsTo?: readonly string[];
  /** Whether it sends messages to clients of the WebSocket API, and closes their connections. */
  readonly postsToSockets?: boolean;
  /** Whether it calls the API at its public URL, as clients do (`apiBaseUrl`). */
  readonly callsApi?: boolean;
  /** Variables of its environment that are the same in every stage, beside its settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** After how long Lambda ends it: 15 seconds, unless it says otherwise. */
  readonly timeoutSeconds?: number;
}

/**
 * A function that no client calls by HTTP, declared once, with what causes it. The stack, the local server and the test
 * of the grants read this declaration; it imports no SDK.
 */
export interface TriggeredFunction<T extends Trigger = Trigger> {
  /** The name of its file and of the Lambda function. */
  readonly name: string;
  /** The folder of `functions/` that it stands in. */
  readonly folder: string;
  readonly description: string;
  readonly trigger: T;
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
  readonly sendsTo: readonly string[];
  readonly postsToSockets: boolean;
  readonly callsApi: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/** Longer than the table's client retries, shorter than the 29 s after which API Gateway gives up. */
export const DEFAULT_TIMEOUT_SECONDS = 15;

/** Declares a triggered function. The id is where it stands, without `functions/` and `.trigger.ts`. */
export function defineTrigger<const T extends Trigger>(
  id: `${string}/${string}`,
  declaration: TriggerDeclaration<T>,
): TriggeredFunction<T> {
  const [folder = '', name = ''] = id.split('/');
  return {
    settings: [],
    sendsTo: [],
    postsToSockets: false,
    callsApi: false,
    environment: {},
    timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
    ...declaration,
    name,
    folder,
    table: joinUses(declaration.table ?? {}),
  };
}

/** The variable of a function's environment that holds the URL of the queue of the function that it sends to. */
export function queueUrlVariable(functionName: string): string {
  return `QUEUE_URL_${functionName.replaceAll('-', '_').toUpperCase()}`;
}

/** The variable of the environment of a function that posts to sockets: where the WebSocket API takes what it posts. */
export const SOCKETS_ENDPOINT_VARIABLE = 'SOCKETS_ENDPOINT';

/** The variable of the environment of a function that calls the API: its URL, without a slash at its end. */
export const API_BASE_URL_VARIABLE = 'API_BASE_URL';

/** Where a function that calls the API does so. Throws where nobody said it. */
export const apiBaseUrl = (environment: Environment) => requireVariable(environment, API_BASE_URL_VARIABLE);

/** Where a function that posts to sockets does so. Throws where nobody said it. */
export const socketsEndpoint = (environment: Environment) =>
  requireVariable(environment, SOCKETS_ENDPOINT_VARIABLE);

/** Where a function sends what another one gets from its queue. Throws where nobody said it. */
export const queueUrlOf = (environment: Environment, functionName: string) =>
  requireVariable(environment, queueUrlVariable(functionName));

function requireVariable(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (!value) throw new Error(`${variable} is not set.`);
  return value;
}

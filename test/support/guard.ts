import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { tickTimersTrigger } from '../../functions/jobs/timers.ts';
import { redirects } from '../../functions/redirects.ts';
import { routes } from '../../functions/routes.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { createGateway } from '../../lib/local/gateway.ts';
import { LocalPictures, pictureVariables } from '../../lib/local/local-pictures.ts';
import { liveUrl } from '../../lib/local/triggers/sockets.ts';
import type { MetricValue } from '../../shared/lambda/metrics.ts';
import { asError, type Runtime } from '../../shared/lambda/runtime.ts';
import type { SettingName, Settings } from '../../shared/lambda/settings.ts';
import { KEEP_PICTURES } from '../../shared/lambda/trigger.ts';
import type { Destination, OutgoingText } from '../../shared/notify/sender.ts';
import type { ConnectSenders } from '../../shared/notify/senders.ts';
import { checkResponse } from './contract/check-response.ts';
import { startDemoTable } from './demo-table.ts';
import { functionVariables } from './function-variables.ts';
import { importHandler } from './import-handler.ts';
import { type LiveOptions, openLive } from './live.ts';
import { type AnyHandler, type SecretWatch, watchSecrets } from './secret-watch.ts';
import { type Answer, type CallOptions, sendRequest } from './send-request.ts';
import type { TestTable } from './table.ts';
import { asFunction } from './table-use/as-function.ts';
import { throwIfDenied } from './table-use/denials.ts';
import { lambdaFunctions } from './table-use/lambda-functions.ts';
import { settingsAsFunction } from './table-use/settings-as-function.ts';
import { TestQueues } from './test-queues.ts';
import { scanTimers } from './timer-index.ts';

/** A clock that only a test advances. */
export interface TestClock {
  now: Date;
  advance(milliseconds: number): void;
}

/** A message to a channel of a person. */
export interface SentText extends Destination {
  readonly message: OutgoingText;
}

export interface TestGuard {
  readonly url: string;
  readonly table: TestTable;
  readonly clock: TestClock;
  /** The metrics that the functions have published. */
  readonly metrics: readonly MetricValue[];
  /** The messages to people, oldest first, unless an option connects the senders. They go nowhere, and count as sent. */
  readonly sent: readonly SentText[];
  /** The queues between the functions. */
  readonly queues: TestQueues;
  /** The log of the functions: one JSON object a line. */
  log(): string;
  /** Calls `METHOD /path` over HTTP. Throws if the OpenAPI document does not describe the response. */
  call(request: string, options?: CallOptions): Promise<Answer>;
  /** Runs a scheduled function. */
  runScheduled(name: string): Promise<void>;
  /** Invokes a function without the gateway. */
  // biome-ignore lint/suspicious/noExplicitAny: of any function
  invoke(name: string, event: object, context?: object): Promise<any>;
  /** Signs a demo account in over HTTP and returns its token. */
  signIn(email: string): Promise<string>;
  stop(): Promise<void>;
}

export interface TestGuardOptions {
  /** The time at the start, and that of the demo data. The default is the same in every test. */
  readonly now?: Date;
  /** The settings. By default the limits are as wide as they can be, and everything else has its default. */
  readonly settings?: Partial<Settings>;
  readonly stage?: string;
  /** Five of six items of the demo data, which make reading the whole table slow. The default is false. */
  readonly hasDemoAlerts?: boolean;
  /** Also serves the WebSocket API. */
  readonly live?: LiveOptions;
  /** Answers DNS queries. */
  readonly resolveTxt?: Runtime['resolveTxt'];
  /** Issues certificates of MQTT clients. */
  readonly certificates?: Runtime['certificates'];
  /** Connects what sends messages to people, in place of `sent`. */
  readonly connectSenders?: ConnectSenders;
  /** Wraps the functions' table, to count calls or to make them fail. */
  readonly wrapTable?: (table: TestTable) => Runtime['table'] | Promise<Runtime['table']>;
}

/** The usual start time: the middle of a minute, and the time of the demo data. */
const START = '2026-11-20T12:00:30.000Z';

/**
 * The whole service on loopback with the demo data: HTTP in, authorizer, function, table. Only the clock and the limits
 * differ from a local server.
 */
export async function startGuard(options: TestGuardOptions = {}): Promise<TestGuard> {
  const { now = new Date(START) } = options;
  const table = await startDemoTable(now, {
    hasStream: options.live !== undefined,
    hasAlerts: options.hasDemoAlerts ?? false,
  });
  const clock: TestClock = {
    now,
    advance(milliseconds) {
      this.now = new Date(this.now.getTime() + milliseconds);
    },
  };
  const metrics: MetricValue[] = [];
  const timers = scanTimers((await options.wrapTable?.(table)) ?? table, table);
  const watch = watchSecrets();
  const runtime: Omit<Runtime, 'settings'> = {
    clock: () => clock.now,
    stopwatch: () => performance.now(),
    randomBytes,
    table: timers.table,
    release: 'test-release',
    logger: watch.logger,
    nameSources: asError,
    publishMetrics(values, { message, ...fields } = { message: 'run' }) {
      metrics.push(...values);
      if (message === 'request') watch.logger.info(message, fields);
    },
    takeColdStart: () => false,
    ...(options.resolveTxt ? { resolveTxt: options.resolveTxt } : {}),
    ...(options.certificates ? { certificates: options.certificates } : {}),
  };
  const environment = testEnvironment(table, options);
  const sent: SentText[] = [];
  const record: ConnectSenders = () => async (destination, message) => {
    sent.push({ ...destination, message });
    return { outcome: 'sent' };
  };
  const queues = new TestQueues();
  const handlers = await loadHandlers(runtime, environment, watch, {
    connectSenders: options.connectSenders ?? record,
    queues,
  });
  const live = options.live && (await openLive(table, handlers, options.live));
  const store = { folder: join(tmpdir(), `guard-test-pictures-${randomUUID()}`), key: randomUUID() };
  const gateway = createGateway({
    routes,
    redirects,
    functions: async (name) => find(handlers, name),
    authorizer: async () => find(handlers, authorizerTrigger.name),
    ...(options.stage ? { stage: options.stage } : {}),
    corsOrigin: environment.GUARD_CORS_ORIGIN,
    clock: runtime.clock,
    newRequestId: randomUUID,
    sockets: live?.sockets,
    pictures: new LocalPictures({
      store,
      clock: runtime.clock,
      onArrival: (body) => find(handlers, KEEP_PICTURES)({ Records: [{ messageId: '1', body }] }, {}),
    }),
  });
  const url = `http://127.0.0.1:${await gateway.listen('127.0.0.1', 0)}`;
  environment.GUARD_LIVE_URL = liveUrl(url);
  if (options.settings?.pictureStore === undefined) {
    Object.assign(environment, pictureVariables({ ...store, url }));
  }
  const call = createCall(options.stage ? `${url}/${options.stage}` : url);
  return {
    url,
    table,
    clock,
    metrics,
    sent,
    queues,
    log: watch.log,
    call,
    runScheduled(name) {
      const run = () => find(handlers, name)({}, {});
      return name === tickTimersTrigger.name ? timers.during(run) : run();
    },
    invoke: (name, event, context = {}) => find(handlers, name)(event, context),
    async signIn(email) {
      const answer = await call('POST /api/v1/auth/login', { json: { email, password: DEMO_PASSWORD } });
      if (answer.status !== 200) throw new Error(`${email} was not signed in: ${answer.text}`);
      return answer.body.token;
    },
    async stop() {
      await gateway.close();
      await rm(store.folder, { recursive: true, force: true });
      await live?.stop();
      await table.stop();
      throwIfDenied();
      watch.check();
    },
  };
}

/** Limits that only the tests about limits reach. */
const WIDE_LIMITS = {
  authRequestsPerMinute: 1_000_000,
  apiRequestsPerMinute: 1_000_000,
  keyEventsPerMinute: 1_000_000,
  tenantRequestsPerMinute: 100_000_000,
  loginRequestsPerAddressPerMinute: 1_000_000,
  failedLoginsPerHour: 1_000,
};

/** Every setting of every function; each gets those that it declares. */
function testEnvironment(table: TestTable, { stage = 'local', settings }: TestGuardOptions) {
  const environment = functionVariables({ ...WIDE_LIMITS, stage, tableName: table.name, ...settings });
  // As on the local server.
  return { ...environment, GUARD_WEBHOOKS_TO_LOCALHOST: 'true' };
}

async function loadHandlers(
  runtime: Omit<Runtime, 'settings'>,
  environment: Readonly<Record<SettingName, string>>,
  watch: SecretWatch,
  { connectSenders, queues }: { readonly connectSenders: ConnectSenders; readonly queues: TestQueues },
): Promise<Map<string, AnyHandler>> {
  const handlers = await Promise.all(
    lambdaFunctions.map(async (it) => {
      const makeHandler = await importHandler(it);
      const settings = settingsAsFunction(environment, it);
      const table = asFunction(runtime.table, it);
      const functionRuntime: Runtime = {
        ...runtime,
        settings,
        get table() {
          // As a deployed function does, which knows the table by nothing else.
          if (settings.tableName !== environment.TABLE_NAME) throw new Error('Another table');
          return table;
        },
      };
      const senders = it.sendsMessages ? [connectSenders] : [];
      const outside = [...senders, ...queues.outsideOf(it.name)];
      return [it.name, watch.through(makeHandler(() => functionRuntime, ...outside))] as const;
    }),
  );
  return new Map(handlers);
}

function find(handlers: ReadonlyMap<string, AnyHandler>, name: string): AnyHandler {
  const handler = handlers.get(name);
  if (!handler) throw new Error(`No function ${name}`);
  return handler;
}

function createCall(baseUrl: string) {
  return async (request: string, options: CallOptions = {}): Promise<Answer> => {
    const answer = await sendRequest(baseUrl, request, options);
    throwIfDenied();
    const [method = '', path = ''] = request.split(' ');
    checkResponse(method, path, answer);
    return answer;
  };
}

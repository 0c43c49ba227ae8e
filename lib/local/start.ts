import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { redirects } from '../../functions/redirects.ts';
import { routes } from '../../functions/routes.ts';
import { type FunctionSource, functionSources } from '../../functions/sources.ts';
import { triggers as declaredTriggers, triggersOf } from '../../functions/triggers.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import {
  mailInText,
  mqttBrokerText,
  panelReceiverText,
  readSettings,
  type SettingName,
} from '../../shared/lambda/settings.ts';
import { API_BASE_URL_VARIABLE, KEEP_PICTURES, type TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { RECEIVE_MAIL } from '../../shared/mail-in/stored-mail.ts';
import { localStoreSetting } from '../../shared/pictures/store-setting.ts';
import type { Table } from '../../shared/table/table.ts';
import type { MailReceiver } from '../mail-receiver/mail-receiver.ts';
import { startReceiver } from '../receiver/receiver.ts';
import { playDemoPanel } from './demo-panel.ts';
import { DemoSso, demoIssuer, seedDemoSso } from './demo-sso/demo-sso.ts';
import { playDemoTraffic } from './demo-traffic.ts';
import { TABLE_NAME } from './function-environment.ts';
import { loadFunctions, ringAfterWrites } from './functions.ts';
import { createFunctionRunner } from './invoke.ts';
import { keyVariables } from './key-file.ts';
import { checkPort, listenOnLoopback } from './listen.ts';
import { LocalPictures, pictureVariables } from './local-pictures.ts';
import { reasonOf } from './local-server-error.ts';
import { connectLocalTable } from './local-table.ts';
import { openMailFolder, startMailIn } from './mail-in.ts';
import { type MqttBroker, startMqttBroker } from './mqtt/broker.ts';
import { type Cleanup, openEngine } from './open-engine.ts';
import { announceServer, SERVERS_FOLDER } from './running-servers.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';
import { Bell, type Pause, pause as realPause } from './triggers/host.ts';
import type { Services } from './triggers/services.ts';
import { liveUrl } from './triggers/sockets.ts';
import { openDeclaredServices, startTriggers, triggerVariables } from './triggers/triggers.ts';

export interface LocalServer {
  readonly url: string;
  /** A description of where the data is. */
  readonly data: string;
  /** Where panels connect; `undefined` if that port is taken. */
  readonly panelPort: number | undefined;
  /** Where MQTT clients connect; `undefined` if that port is taken. */
  readonly mqttPort: number | undefined;
  /** Where cameras send mail; `undefined` if that port is taken. */
  readonly mailPort: number | undefined;
  /** Stops the server: first its requests, then the engine. */
  stop(): Promise<void>;
}

interface LocalServerOptions {
  readonly environment: Record<string, string | undefined>;
  readonly log: (line: string) => void;
  /** Whether the demo's machines send reports. The settings may turn them off. */
  readonly playsDemo?: boolean;
  /** Whether panels can connect, for which the receiver reads accounts now and then. The default is true. */
  readonly hearsPanels?: boolean;
  readonly triggers?: readonly TriggeredFunction[];
  readonly sources?: readonly FunctionSource[];
  readonly pause?: Pause;
}

/** The domain of the mail addresses of the local server. Its receiver takes any. */
const LOCAL_MAIL_DOMAIN = 'in.guard.localhost';

/** Only programs of this machine reach the local server. */
const LOOPBACK = '127.0.0.1';

/**
 * The time between two polls of the stream, by which changes from outside this server's functions are noticed. Polling so
 * often takes 1 % of a processor.
 */
const STREAM_POLL_MILLISECONDS = 100;

/** The rest after changes were read: too short to be noticed, and long enough to save most reads and runs under load. */
const STREAM_REST_MILLISECONDS = 30;

/**
 * Starts the whole service: the engine, the table, the demo data, the functions and the gateway. If the start fails,
 * everything that was started is stopped. It sets environment variables of this process for the functions.
 */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    return { ...(await start(options, cleanups)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: LocalServerOptions, cleanups: Cleanup[]) {
  const { environment, log } = options;
  const { triggers = declaredTriggers, sources = functionSources(), pause = realPause } = options;
  const clock = () => new Date();
  const settings = readLocalSettings(environment);
  await checkPort(settings.port);
  const ofKey = await keyVariables(settings.dataFolder);
  const services = await openDeclaredServices(triggers, { clock, newId: randomUUID, log });
  if (services) cleanups.push(services.close);
  const engine = await openEngine(
    {
      settings,
      hasStream: triggersOf('stream', triggers).length > 0,
      variables: { ...triggerVariables(triggers, services?.url), ...ofKey },
      log,
    },
    cleanups,
  );
  const table = connectLocalTable(engine);
  cleanups.push(async () => table.client.destroy());
  const findFunction = loadFunctions(sources, table);
  const isAvailable = engine.isUp;
  const run = createFunctionRunner({ clock, newRequestId: randomUUID, log });
  const changed = new Bell();
  const running = await startTriggers(triggers, {
    services,
    stream: {
      tableName: TABLE_NAME,
      pollMilliseconds: STREAM_POLL_MILLISECONDS,
      restMilliseconds: STREAM_REST_MILLISECONDS,
      changed,
      ...engine,
    },
    host: {
      run: ({ name, timeoutSeconds }, event) =>
        run(name, () => findFunction(name), event, timeoutSeconds * 1_000).finally(() => changed.ring()),
      isAvailable,
      clock,
      pause,
      newId: randomUUID,
      log,
    },
  });
  const { corsOrigin, port } = settings;
  const store = { folder: await pictureFolder(settings.dataFolder, cleanups), key: randomUUID() };
  const arrivals = services?.queues.get(KEEP_PICTURES)?.queue;
  const pictures = new LocalPictures({ store, clock, onArrival: (body) => void arrivals?.send({ body }) });
  const { sockets } = running;
  const listener = await listenOnLoopback(
    {
      routes,
      redirects,
      functions: ringAfterWrites(findFunction, routes, changed),
      authorizer: () => findFunction(authorizerTrigger.name),
      isAvailable,
      sockets,
      outbox: services?.outbox,
      pictures,
      demoSso: new DemoSso(),
      corsOrigin,
      clock,
      newRequestId: randomUUID,
      log,
    },
    port,
  ).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  // This is early enough, because functions that call the API run after a minute at the earliest.
  process.env[API_BASE_URL_VARIABLE] = listener.url;
  process.env['GUARD_LIVE_URL' satisfies SettingName] = liveUrl(listener.url);
  Object.assign(process.env, pictureVariables({ ...store, url: listener.url }));
  cleanups.push(() => listener.close(), running.stop);
  await seedDemoSso(table, demoIssuer(listener.url), clock()).catch((error: unknown) =>
    log(`The demo has no single sign-on: ${reasonOf(error)}`),
  );
  const panels = options.hearsPanels === false ? undefined : await openReceiver(settings, table, ofKey, log);
  if (panels) cleanups.push(panels.stop);
  process.env['GUARD_PANEL_RECEIVER' satisfies SettingName] = panelReceiverText(
    panels ? { hosts: ['localhost'], port: panels.port } : null,
  );
  const mqtt = await openBroker(settings, table, log);
  if (mqtt) cleanups.push(mqtt.stop);
  process.env['GUARD_MQTT_BROKER' satisfies SettingName] = mqttBrokerText(
    mqtt ? { host: 'localhost', port: mqtt.port, tls: false, certificateHost: null } : null,
  );
  const mail = await openMail(settings, table, services, log, cleanups);
  process.env['GUARD_MAIL_IN' satisfies SettingName] = mailInText(
    mail
      ? { domain: LOCAL_MAIL_DOMAIN, host: 'localhost', ports: [mail.port], tlsPorts: [mail.tlsPort] }
      : null,
  );
  const data = settings.dynamodbEndpoint ?? settings.dataFolder ?? 'memory';
  const server = {
    url: listener.url,
    data,
    panelPort: panels?.port,
    mqttPort: mqtt?.port,
    mailPort: mail?.port,
  };
  const announced = { pid: process.pid, dynamodbEndpoint: engine.endpoint, ...server };
  cleanups.push(await announceServer(announced, SERVERS_FOLDER, log));
  if (options.playsDemo && settings.playsDemoTraffic) {
    const demo = { pause, random: Math.random, log };
    cleanups.push(playDemoTraffic({ url: listener.url, table, ...demo }));
    if (panels) cleanups.push(playDemoPanel({ port: panels.port, clock, randomBytes, ...demo }));
  }
  return server;
}

/** The folder of pictures: in the data folder, or one that ends with the server. */
async function pictureFolder(dataFolder: string | undefined, cleanups: Cleanup[]): Promise<string> {
  if (dataFolder !== undefined) return join(dataFolder, 'pictures');
  const folder = await mkdtemp(join(tmpdir(), 'guard-pictures-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Listens for panels. A taken port is no reason not to start: most people have no panel at hand. */
async function openReceiver(
  { panelPort, functionVariables }: LocalSettings,
  table: Table,
  keys: Awaited<ReturnType<typeof keyVariables>>,
  log: (line: string) => void,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> } | undefined> {
  const clock = () => new Date();
  try {
    const receiver = await startReceiver({
      table,
      secrets: connectKey(keys.GUARD_PANEL_DECRYPTION_KEY ?? '', clock),
      randomBytes,
      retentionDays: Number(functionVariables['GUARD_ALERT_RETENTION_DAYS']),
      clock,
      host: LOOPBACK,
      port: panelPort,
      log: (message, error) => log(`${message} ${reasonOf(error)}`),
    });
    return { port: receiver.port, stop: () => receiver.stop() };
  } catch (error) {
    log(`No panel can connect: ${reasonOf(error)}. Choose another port with PANEL_PORT.`);
    return undefined;
  }
}

/** Listens for mail. A taken port is no reason not to start. */
async function openMail(
  { dataFolder, mailPort, mailTlsPort }: LocalSettings,
  table: Table,
  services: Services | undefined,
  log: (line: string) => void,
  cleanups: Cleanup[],
): Promise<MailReceiver | undefined> {
  const queue = services?.queues.get(RECEIVE_MAIL)?.queue;
  if (!queue) return undefined;
  const { folder, remove } = await openMailFolder(dataFolder);
  process.env['GUARD_MAIL_STORE' satisfies SettingName] = localStoreSetting({ folder, url: '', key: '' });
  cleanups.push(remove);
  try {
    const place = { host: LOOPBACK, port: mailPort, tlsPort: mailTlsPort };
    const receiver = await startMailIn({
      table,
      folder,
      ...place,
      send: (body) => void queue.send({ body }),
      log,
    });
    cleanups.push(() => receiver.stop());
    return receiver;
  } catch (error) {
    log(`No camera can send mail: ${reasonOf(error)}. Choose other ports with MAIL_PORT and MAIL_TLS_PORT.`);
    return undefined;
  }
}

/** Listens for MQTT. A taken port is no reason not to start: another broker may be on this machine. */
async function openBroker(
  { mqttPort }: LocalSettings,
  table: Table,
  log: (line: string) => void,
): Promise<MqttBroker | undefined> {
  try {
    return await startMqttBroker({
      table,
      // Those of the functions, whose environment is this process's.
      settings: readSettings(process.env),
      randomBytes,
      clock: () => new Date(),
      host: LOOPBACK,
      port: mqttPort,
      log,
    });
  } catch (error) {
    log(`No MQTT client can connect: ${reasonOf(error)}. Choose another port with MQTT_PORT.`);
    return undefined;
  }
}

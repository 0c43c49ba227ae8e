import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import { createMetricsPublisher, type MetricValue, serviceName } from '../../shared/lambda/metrics.ts';
import { checkSettings, readSettings } from '../../shared/lambda/settings.ts';
import { isMailbox } from '../../shared/mail-in/open-mailbox.ts';
import { nameMail, packMail } from '../../shared/mail-in/stored-mail.ts';
import { connectPictureStore } from '../../shared/pictures/picture-store.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { type MailReceiver, startMailReceiver } from '../mail-receiver/mail-receiver.ts';
import { PORTS } from './declared-use.ts';
import { type Counted, startReceiver } from './receiver.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const ownSchema = z.object({
  PANEL_HOST: z.string().default('0.0.0.0'),
  PANEL_PORT: port.default(PORTS.panels),
  PANEL_HEALTH_PORT: port.default(PORTS.health),
  /** The stage that metrics are of. */
  GUARD_STAGE: z.string().min(1).optional(),
});

const MINUTE_MS = 60_000;
/** At 20 turns of the event loop a second, as under attack, more than 300 new connections a second. */
const LISTENERS = 16;
/** Twice a minute, so that a receiver which answers nobody is noticed within two minutes. */
const TENANTS_MS = 30_000;

/**
 * Runs a receiver until a signal ends it. It needs the variables `TABLE_NAME`, `GUARD_PANEL_DECRYPTION_KEY` and
 * `GUARD_ALERT_RETENTION_DAYS` of the stage, and logs once a minute what it has received. With `GUARD_STAGE` it also writes
 * that as metrics, which CloudWatch reads from the log. At SIGTERM it is not healthy any more, answers what it has begun with, and
 * ends within 30 seconds.
 */
export async function runReceiver(environment: Environment): Promise<void> {
  const own = ownSchema.parse(environment);
  checkSettings(environment);
  const settings = readSettings(environment);
  const logger = new Logger({ serviceName: 'guard-receiver' });
  const clock = () => new Date();
  const table = connectTable(settings);
  let counts: Partial<Record<Counted, number>> = {};
  const receiver = await startReceiver({
    table,
    secrets: connectKey(settings.panelDecryptionKey, clock),
    randomBytes,
    retentionDays: settings.alertRetentionDays,
    clock,
    host: own.PANEL_HOST,
    port: own.PANEL_PORT,
    limits: { listeners: LISTENERS },
    log: (message, error) => logger.error(message, { error }),
    count: (result) => {
      counts[result] = (counts[result] ?? 0) + 1;
    },
  });
  const mail = settingsOfMail(environment)
    ? await startMail(settings, table, own.PANEL_HOST, logger)
    : undefined;
  let isStopping = false;
  const health = createServer((_, response) => {
    const state = isStopping ? 'stopping' : receiver.isReady() ? 'ok' : 'starting';
    response.writeHead(state === 'ok' ? 200 : 503, { 'content-type': 'text/plain', connection: 'close' });
    response.end(`${state}\n`);
  });
  health.listen(own.PANEL_HEALTH_PORT, own.PANEL_HOST);
  const publish =
    own.GUARD_STAGE === undefined
      ? () => {}
      : createMetricsPublisher({
          service: serviceName(own.GUARD_STAGE),
          clock,
          write: (line) => process.stdout.write(line),
        });
  const report = (message: string) => {
    const connections = receiver.connections();
    logger.info(message, { connections, ...counts });
    publish([{ name: 'PanelConnections', value: connections }, ...framesIn(counts)]);
    counts = {};
  };
  const reportTenants = () => {
    // A metric costs what is written of it.
    const counts = Object.entries(receiver.takeTenants()).filter(([, value]) => value > 0);
    publish(counts.map(([state, value]) => ({ name: 'PanelTenants', value, dimensions: { state } })));
  };
  const timers = [setInterval(() => report('received'), MINUTE_MS), setInterval(reportTenants, TENANTS_MS)];
  logger.info('listening', { port: receiver.port });
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    for (const timer of timers) clearInterval(timer);
    await Promise.all([receiver.stop(), mail?.stop()]);
    report('stopped');
    // Calls of the table may still wait, and nobody waits for them any more.
    process.exit();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Whether the stage receives mail. */
const settingsOfMail = (environment: Environment): boolean => (environment['GUARD_MAIL_STORE'] ?? '') !== '';

/** Receives mail of cameras and recorders into the bucket of the stage, whose function carries it out. */
function startMail(
  settings: ReturnType<typeof readSettings>,
  table: Table,
  host: string,
  logger: Logger,
): Promise<MailReceiver> {
  const clock = () => new Date();
  const store = connectPictureStore(settings.mailStore);
  return startMailReceiver({
    clock,
    host,
    port: PORTS.mail,
    tlsPort: PORTS.mailTls,
    name: 'guard',
    isMailbox: (secretHash) => isMailbox(table, secretHash),
    store: (envelope, bytes) =>
      store.put(nameMail(clock(), randomBytes), packMail(envelope, bytes), 'message/rfc822'),
    log: (message, error) => logger.error(message, { error: error instanceof Error ? error : String(error) }),
  });
}

const framesIn = (counts: Partial<Record<Counted, number>>): MetricValue[] =>
  Object.entries(counts).map(([outcome, value]) => ({ name: 'PanelFrames', value, dimensions: { outcome } }));

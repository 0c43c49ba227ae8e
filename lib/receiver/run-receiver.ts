import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import { createMetricsPublisher, type MetricValue, serviceName } from '../../shared/lambda/metrics.ts';
import { checkSettings, readSettings } from '../../shared/lambda/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
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

/**
 * Runs a receiver until a signal ends it. It needs the variables `TABLE_NAME`, `GUARD_PANEL_DECRYPTION_KEY` and
 * `GUARD_ALERT_RETENTION_DAYS` of the stage, and logs once a minute what it has received. With `GUARD_STAGE` it also writes
 * that as metrics, which CloudWatch reads from the log. At SIGTERM it first answers what it has begun with.
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
    log: (message, error) => logger.error(message, { error }),
    count: (result) => {
      counts[result] = (counts[result] ?? 0) + 1;
    },
  });
  let isStopping = false;
  const health = createServer((_, response) => {
    response.writeHead(isStopping ? 503 : 200, { 'content-type': 'text/plain' });
    response.end(isStopping ? 'stopping\n' : 'ok\n');
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
  const timer = setInterval(() => report('received'), MINUTE_MS);
  logger.info('listening', { port: receiver.port });
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    clearInterval(timer);
    await receiver.stop();
    table.client.destroy();
    health.close();
    report('stopped');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const framesIn = (counts: Partial<Record<Counted, number>>): MetricValue[] =>
  Object.entries(counts).map(([outcome, value]) => ({ name: 'PanelFrames', value, dimensions: { outcome } }));

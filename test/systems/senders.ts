/** What the proofs of all systems need. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardClient, InboundFormat } from '../../lib/client/index.ts';

/** An address that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something is so, for a minute at most. */
export async function until(what: string | (() => string), isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await isSo().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(`Not within a minute: ${typeof what === 'string' ? what : what()}`);
}

/** A program of others that runs. */
interface Program {
  /** The end of what it has said, for errors. */
  said(): string;
  stop(): Promise<void>;
}

export function startProgram(command: string, parameters: readonly string[]): Program {
  const program = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk).slice(-2_000);
  };
  program.stdout.on('data', hear);
  program.stderr.on('data', hear);
  program.on('error', (error) => {
    said = `${error.message}: is ${command} installed?`;
  });
  return {
    said: () => said,
    async stop() {
      program.kill();
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
    },
  };
}

/** A new device with an inbound address. */
export async function newSender(guard: GuardClient, format: InboundFormat) {
  const [site] = (await guard.sites.list().page()).data;
  assert.ok(site);
  const device = await guard.devices.create(site.id, { name: `A sender of ${format}`, type: 'gateway' });
  const { url, broker } = await guard.inbound.create(device.id, { format });
  return { device, url, broker, password: url.slice(url.lastIndexOf('/') + 1) };
}

/** Whether these are the alerts of a device: type, status, occurrences, and whether the end is noted. */
export async function hasAlerts(guard: GuardClient, id: string, alerts: readonly string[]): Promise<boolean> {
  const found = (await guard.alerts.list({ device_id: id }).page()).data
    .map(({ type, status, occurrences, restored_at }) =>
      [type, status, occurrences, ...(restored_at ? ['restored'] : [])].join(' '),
    )
    .sort();
  return JSON.stringify(found) === JSON.stringify(alerts);
}

export const resultsOf = async (guard: GuardClient, id: string) =>
  (await guard.inbound.messages(id).page()).data.flatMap(({ results }) =>
    results.map(({ result }) => result),
  );

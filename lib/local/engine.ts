import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type EnginePlace, type EngineProgram, findEngine } from './find-engine.ts';
import { LocalServerError } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';

export interface Engine {
  readonly endpoint: string;
  readonly place: EnginePlace;
  /** Resolves when the engine has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Stops the engine and waits until it has ended: `SIGKILL` at once, whatever it does. It may be called again. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface EngineOptions {
  /** The folder for the data, which is created if it is missing. With `undefined`, the data is kept in memory. */
  readonly dataFolder: string | undefined;
  /** Used instead of the engine that would be found. */
  readonly program?: EngineProgram;
  /** The address to use. By default it is one that no web page can guess, with a free port. */
  readonly place?: EnginePlace | undefined;
}

/** How long an engine may take to start. DynamoDB Local takes a second, and more on a busy machine. */
const START_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 5;
/** How often starting is tried, because another process may take the free port before the engine does. */
const ATTEMPTS = 3;

/**
 * A shell command that starts a background reader of descriptor 3 and then becomes the engine, with the same process id. When
 * this process ends for any reason, descriptor 3 closes, and the reader ends the engine.
 */
const LIFE_LINE = '{ read -r _ <&3; kill -TERM $$; } >/dev/null 2>&1 & exec 3<&-; exec "$0" "$@"';

/**
 * Starts a DynamoDB engine on a loopback port and resolves when it answers. The engine is also ended if the start fails, or
 * if this process is killed.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { dataFolder, place: wanted, program = await findEngine(process.env) } = options;
  if (dataFolder !== undefined) await makeFolder(dataFolder);
  for (let attempt = 1; ; attempt += 1) {
    const place = wanted ?? (await newPlace());
    const child = spawnEngine(program, program.parameters(place, dataFolder));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const complaint = collectText(child);
    const endpoint = `http://${place.host}:${place.port}`;
    if (await answers(child, endpoint)) {
      return { endpoint, place, ended, stop: (signal) => stopChild(child, signal) };
    }
    await stopChild(child);
    const reason = lastLine(complaint());
    if (attempt < ATTEMPTS && /already in use/i.test(reason)) continue;
    throw new LocalServerError(startFailure(program.command, dataFolder, reason));
  }
}

/**
 * Chooses an address for the engine. The engine has no password and allows pages of every origin. So on Linux, where all of
 * 127.0.0.0/8 is loopback, it gets a random address, which a page would have to find among 16 million.
 */
async function newPlace(): Promise<EnginePlace> {
  const port = await freePort();
  if (process.platform !== 'linux') return { host: '127.0.0.1', port };
  const host = `127.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return { host, port };
}

function spawnEngine({ command, folder, environment }: EngineProgram, parameters: string[]): ChildProcess {
  const hasShell = process.platform !== 'win32';
  const child = spawn(
    hasShell ? '/bin/sh' : command,
    hasShell ? ['-c', LIFE_LINE, command, ...parameters] : parameters,
    {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // The engine gets its own session, so that Ctrl-C does not end it before the last requests of the server.
      detached: hasShell,
    },
  );
  child.on('error', () => {}); // the error is ignored here, because `answers` notices that the engine does not run
  child.once('exit', () => child.stdio[3]?.destroy());
  return child;
}

/** Waits for the engine to answer. Resolves to `false` if it ends before, or takes too long. */
async function answers(child: ChildProcess, endpoint: string): Promise<boolean> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (isRunning(child) && performance.now() < deadline) {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    await response?.body?.cancel();
    // Engines differ in their response, but each numbers it. Another process may listen on this port of all addresses.
    if (response?.headers.has('x-amzn-requestid') && isRunning(child)) return true;
    await delay(POLL_MILLISECONDS);
  }
  return false;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stopChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (!isRunning(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await gone;
  clearTimeout(force);
}

/** Collects what the engine writes to stderr. Returns a function that reads it. */
function collectText(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_096);
  });
  return () => text;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

function startFailure(command: string, dataFolder: string | undefined, reason: string): string {
  const remedy =
    dataFolder === undefined ? '' : ` Its data is in ${dataFolder}; GUARD_DATA names another folder.`;
  return `The DynamoDB engine ${command} did not start: ${reason || 'it did not answer'}.${remedy}`;
}

/** A port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

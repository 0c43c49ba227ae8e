import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { EnginePlace, EngineProgram } from './engine-program.ts';
import { findEngine } from './find-engine.ts';
import { freePort } from './free-port.ts';
import { LocalServerError } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';

export interface Engine {
  readonly endpoint: string;
  readonly place: EnginePlace;
  /** Resolves when the engine has ended, whether it was stopped or not. */
  readonly ended: Promise<void>;
  /** Ends the engine and waits until it is gone. Stopping a stopped engine does nothing. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** Where the data lies, made if need be. `undefined` keeps it in memory. */
  readonly dataFolder: string | undefined;
  /** Another engine than the one that is found. */
  readonly program?: EngineProgram;
  /** Where it listens. An address that no web page can guess, and a free port, are chosen if it is not given. */
  readonly place?: EnginePlace | undefined;
}

/** DynamoDB Local takes a second, and more on a busy machine. */
const START_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 5;
/** Somebody else may take the free port before the engine does. */
const ATTEMPTS = 3;

/**
 * Makes the shell a life-line and then the engine itself: when this process ends, however it ends, descriptor 3
 * closes, and the reader in the background ends the engine. The engine keeps the shell's process id.
 */
const LIFE_LINE = '{ read -r _ <&3; kill -TERM $$; } >/dev/null 2>&1 & exec 3<&-; exec "$0" "$@"';

/**
 * Starts a DynamoDB engine on a loopback port and resolves when it answers. Never leaves an engine behind: not when
 * starting fails, nor when this process is killed.
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
    if (await answers(child, endpoint)) return { endpoint, place, ended, stop: () => stopChild(child) };
    await stopChild(child);
    const reason = lastLine(complaint());
    if (attempt < ATTEMPTS && /already in use/i.test(reason)) continue;
    throw new LocalServerError(startFailure(program.command, dataFolder, reason));
  }
}

/**
 * The engine asks nobody for a password and lets the pages of every origin in. On Linux, where each address from 127.0.0.0/8
 * is this machine, it listens at one that a page would have to find among 16 million.
 */
async function newPlace(): Promise<EnginePlace> {
  const port = await freePort();
  if (process.platform !== 'linux') return { host: '127.0.0.1', port };
  const host = `127.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return { host, port };
}

function spawnEngine({ command, folder }: EngineProgram, parameters: string[]): ChildProcess {
  const hasShell = process.platform !== 'win32';
  const child = spawn(
    hasShell ? '/bin/sh' : command,
    hasShell ? ['-c', LIFE_LINE, command, ...parameters] : parameters,
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // In a session of its own, so that Ctrl-C reaches it after the server's last requests and not before.
      detached: hasShell,
    },
  );
  child.on('error', () => {}); // seen by `answers`, as an engine that never ran
  child.once('exit', () => child.stdio[3]?.destroy());
  return child;
}

/** Whether the engine came to answer. It did not if it ended first or took too long. */
async function answers(child: ChildProcess, endpoint: string): Promise<boolean> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (isRunning(child) && performance.now() < deadline) {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    await response?.body?.cancel();
    if (response && isRunning(child)) return true; // what it says to a request without a body differs
    await delay(POLL_MILLISECONDS);
  }
  return false;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await gone;
  clearTimeout(force);
}

/** What the engine has written to stderr so far. */
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
    dataFolder === undefined ? '' : ` Its data lies in ${dataFolder}; GUARD_DATA names another folder.`;
  return `The DynamoDB engine ${command} did not start: ${reason || 'it did not answer'}.${remedy}`;
}

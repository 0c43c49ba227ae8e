/**
 * `node test/side-by-side.ts '<command>' …` – runs commands, two at a time, in this order: most of them keep one processor
 * busy, or wait. What a command prints is shown when it has ended. Where one fails, no other is begun, those that run are
 * let end, and the failed ones are named at the end.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const AT_A_TIME = 2;

const waiting = process.argv.slice(2);
const failed: string[] = [];
const running = new Set<number>();
let isInterrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    for (const group of running) {
      try {
        process.kill(-group, signal);
      } catch {
        // It has just ended.
      }
    }
  });
}

await Promise.all(Array.from({ length: AT_A_TIME }, runNext));
for (const each of failed) console.error(`FAILED  ${each}`);
if (waiting.length > 0) console.error(`Not begun: ${waiting.join(', ')}`);
if (failed.length > 0 || waiting.length > 0) process.exitCode = 1;

/** Runs one command after another, until none waits or one has failed. */
async function runNext(): Promise<void> {
  while (failed.length === 0 && !isInterrupted) {
    const command = waiting.shift();
    if (command === undefined) return;
    console.log(`BEGINS  ${command}`);
    const beganAt = performance.now();
    const { outcome, output } = await run(command);
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    console.log(`\n===== ${command}\n${output}===== ${command}: ${outcome}, after ${seconds} s\n`);
    if (outcome !== 'done') failed.push(`${command}: ${outcome}`);
  }
}

/**
 * Runs a command in the shell of the system, `cmd.exe` on Windows. Elsewhere it has a group of its own, so that a signal
 * reaches all that it started.
 */
async function run(command: string): Promise<{ outcome: string; output: string }> {
  // In one stream, so that its lines stay in order.
  const child = spawn(`(${command}) 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const outcome = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(code === 0 ? 'done' : (signal ?? `exit code ${code}`)));
  });
  try {
    return { output: await text(child.stdout), outcome: await outcome };
  } finally {
    if (pid !== undefined) running.delete(pid);
  }
}

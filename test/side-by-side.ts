/**
 * `node test/side-by-side.ts '<command>' …` – runs commands, two at a time, in this order: most of them keep one processor
 * busy, or wait. What a command prints is shown when it has ended. All run, although one fails. The end names those that
 * failed, each with the lines that say what failed: of a long log, CI shows the end.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

const AT_A_TIME = 2;

/** Of a failed command, the end repeats at most this many of these lines. */
const REPEATED_LINES = 20;
const SAYS_WHAT_FAILED = /\bFAIL(ED)?\b|\w*Error:/;

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

/** Runs one command after another, until none waits. */
async function runNext(): Promise<void> {
  while (!isInterrupted) {
    const command = waiting.shift();
    if (command === undefined) return;
    console.log(`BEGINS  ${command}`);
    const beganAt = performance.now();
    const { outcome, output } = await run(command);
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    console.log(`\n===== ${command}\n${output}===== ${command}: ${outcome}, after ${seconds} s\n`);
    if (outcome !== 'done')
      failed.push([`${command}: ${outcome}`, ...linesOfFailure(output)].join('\n        '));
  }
}

/** Each line once, cut at 200 characters, without colours. */
function linesOfFailure(output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const naming = lines.filter((line) => SAYS_WHAT_FAILED.test(line)).map((line) => line.trim().slice(0, 200));
  return [...new Set(naming)].slice(0, REPEATED_LINES);
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

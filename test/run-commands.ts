import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** What became of a command. */
export interface Outcome {
  readonly command: string;
  /** `done`, or why it failed. */
  readonly outcome: string;
  /** What it printed, to both streams, in order. */
  readonly output: string;
  readonly seconds: number;
  /** Of all its processes; missing where it was not measured. */
  readonly processorSeconds: number | undefined;
}

export interface RunOptions {
  /** Prints everything at once instead of at the end. */
  readonly isLive?: boolean;
  /** Measures the processor time, which needs bash. */
  readonly isMeasured?: boolean;
}

/** Of a failed command, the end repeats at most this many of these lines. */
const REPEATED_LINES = 20;
const SAYS_WHAT_FAILED = /\bFAIL(ED)?\b|\w*Error:/;

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

/**
 * Runs commands, some at a time, in this order, and prints what each printed. All run, although one fails. The end names those
 * that failed, each with the lines that say what failed: of a long log, CI shows the end.
 */
export async function runCommands(
  commands: readonly string[],
  { atATime, ...options }: RunOptions & { readonly atATime: number },
): Promise<Outcome[]> {
  const waiting = [...commands];
  const outcomes: Outcome[] = [];

  async function runNext(): Promise<void> {
    while (!isInterrupted) {
      const command = waiting.shift();
      if (command === undefined) return;
      console.log(`BEGINS  ${command}`);
      const result = await runCommand(command, options);
      const { outcome, output, seconds } = result;
      console.log(
        `\n===== ${command}\n${options.isLive ? '' : output}===== ${command}: ${outcome}, after ${Math.round(seconds)} s\n`,
      );
      outcomes.push(result);
    }
  }

  await Promise.all(Array.from({ length: atATime }, runNext));
  for (const each of outcomes) {
    if (each.outcome === 'done') continue;
    const failure = [`${each.command}: ${each.outcome}`, ...linesOfFailure(each.output)];
    console.error(`FAILED  ${failure.join('\n        ')}`);
  }
  if (waiting.length > 0) console.error(`Not begun: ${waiting.join(', ')}`);
  if (waiting.length > 0 || outcomes.some(({ outcome }) => outcome !== 'done')) process.exitCode = 1;
  return outcomes;
}

/** Each line once, cut at 200 characters, without colours. */
function linesOfFailure(output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const naming = lines.filter((line) => SAYS_WHAT_FAILED.test(line)).map((line) => line.trim().slice(0, 200));
  return [...new Set(naming)].slice(0, REPEATED_LINES);
}

/** After the command, bash says in a stream of its own what its children spent: `0m1.5s 0m0.2s` in the last line. */
const measured = (command: string) => ['-c', `(${command}) 2>&1; code=$?; times >&3; exit $code`];
const TIME = /(\d+)m([\d.]+)s/g;

/**
 * Runs a command in the shell of the system, `cmd.exe` on Windows. Elsewhere it has a group of its own, so that a signal
 * reaches all that it started.
 */
async function runCommand(command: string, { isLive, isMeasured }: RunOptions): Promise<Outcome> {
  const beganAt = performance.now();
  // In one stream, so that its lines stay in order.
  const child = isMeasured
    ? spawn('bash', measured(command), { stdio: ['ignore', 'pipe', 'inherit', 'pipe'], detached: true })
    : spawn(`(${command}) 2>&1`, {
        shell: true,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: process.platform !== 'win32',
      });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  let output = '';
  let times = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isLive) process.stdout.write(text);
  });
  child.stdio[3]?.on('data', (text) => (times += text));
  const outcome = await new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(code === 0 ? 'done' : (signal ?? `exit code ${code}`)));
  });
  if (pid !== undefined) running.delete(pid);
  const spent = [...(times.trim().split('\n').at(-1) ?? '').matchAll(TIME)];
  return {
    command,
    outcome,
    output,
    seconds: (performance.now() - beganAt) / 1_000,
    processorSeconds:
      spent.length === 0
        ? undefined
        : spent.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0),
  };
}

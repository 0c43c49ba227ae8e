/** One run of a function on this machine. */
export interface FunctionRun {
  readonly name: string;
  /** Processor time of all threads, argon2's and the garbage collector's included. */
  readonly cpuMilliseconds: number;
  /** What it wrote to standard output: the lines of its log, the metrics among them. */
  readonly log: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each function has an event of its own
export type Handler = (event: any, context: any) => unknown;

/**
 * Has a function's runs kept. They hold for one request at a time: processor time and standard output are those of the
 * whole process.
 */
export function watchFunction(name: string, handler: Handler, runs: FunctionRun[]): Handler {
  return async (event, context) => {
    const output = captureOutput();
    const before = process.cpuUsage();
    try {
      return await handler(event, context);
    } finally {
      const { user, system } = process.cpuUsage(before);
      runs.push({ name, cpuMilliseconds: (user + system) / 1_000, log: output.end() });
    }
  };
}

function captureOutput(): { end(): string } {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  return {
    end() {
      process.stdout.write = write;
      return text;
    },
  };
}

import type { Engine } from './engine.ts';
import type { EnginePlace } from './engine-program.ts';
import { reasonOf } from './local-server-error.ts';

export interface KeptEngine {
  readonly endpoint: string;
  /** Whether the engine answers and has its table. */
  isUp(): boolean;
  stop(): Promise<void>;
}

export interface KeepEngineOptions {
  /** Starts an engine, at an address if given. */
  readonly start: (place?: EnginePlace) => Promise<Engine>;
  /** Creates the table and its demo data, unless they exist. */
  readonly prepare: (endpoint: string) => Promise<void>;
  readonly keepsData: boolean;
  readonly log: (line: string) => void;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** An engine that ends more often than this in a minute is broken and not restarted. */
const ENDS_A_MINUTE = 3;
const MINUTE = 60_000;

/** Starts an engine and restarts it at the same address when it ends by itself. */
export async function keepEngine(options: KeepEngineOptions): Promise<KeptEngine> {
  const { start, prepare, keepsData, log, now } = options;
  const ends: number[] = [];
  let isUp = false;
  let isStopped = false;
  let revival = Promise.resolve();
  let engine: Engine | undefined;
  const { endpoint } = await run();

  async function run(place?: EnginePlace): Promise<Engine> {
    const started = await start(place);
    try {
      await prepare(started.endpoint);
    } catch (error) {
      await started.stop();
      throw error;
    }
    engine = started;
    isUp = true;
    void started.ended.then(() => {
      isUp = false;
      if (!isStopped) revival = revive(started.place);
    });
    return started;
  }

  /** Resolves when the engine runs again, or is not restarted any more. */
  async function revive(place: EnginePlace): Promise<void> {
    log('the DynamoDB engine ended');
    while (!isStopped) {
      ends.push(now());
      if (endsOfTheLastMinute() > ENDS_A_MINUTE) {
        log(
          'It ends again and again, and is not started any more: every request is answered 503. Start Guard anew.',
        );
        return;
      }
      try {
        await run(place);
        log(
          `the DynamoDB engine runs again, ${keepsData ? 'with its data' : 'and what it held in memory is gone'}`,
        );
        return;
      } catch (error) {
        log(`the DynamoDB engine is not back: ${reasonOf(error)}`);
      }
    }
  }

  function endsOfTheLastMinute(): number {
    return ends.filter((at) => at > now() - MINUTE).length;
  }

  return {
    endpoint,
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      await revival;
      await engine?.stop();
    },
  };
}

import type { Engine } from './engine.ts';
import type { EnginePlace } from './engine-program.ts';
import { reasonOf } from './local-server-error.ts';

export interface KeptEngine {
  readonly endpoint: string;
  /** Whether it answers and has its table. */
  isUp(): boolean;
  /** Ends it, for good. */
  stop(): Promise<void>;
}

export interface KeepEngineOptions {
  /** Starts an engine, at this place if it is given. */
  readonly start: (place?: EnginePlace) => Promise<Engine>;
  /** Makes the table and what is in it, where it is not there. */
  readonly prepare: (endpoint: string) => Promise<void>;
  readonly keepsData: boolean;
  readonly log: (line: string) => void;
  /** Milliseconds since some instant. */
  readonly now: () => number;
}

/** An engine that ends more often than this in a minute is broken, and starting it again helps nobody. */
const ENDS_A_MINUTE = 3;
const MINUTE = 60_000;

/** Starts an engine and, when it ends by itself, starts it again at the same place. */
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

  /** Returns when the engine runs again, or is given up. */
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

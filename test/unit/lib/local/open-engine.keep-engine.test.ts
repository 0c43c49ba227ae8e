import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, startEngine } from '../../../../lib/local/engine.ts';
import { dynoxide, type EnginePlace, findEngine } from '../../../../lib/local/find-engine.ts';
import { type KeepEngineOptions, keepEngine } from '../../../../lib/local/open-engine.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const installed = await findEngine(process.env).catch(() => undefined);
const isUnix = process.platform !== 'win32';

interface FakeEngine extends Engine {
  /** Ends it as a crash does. */
  end(): void;
}

const PLACE: EnginePlace = { host: '127.1.2.3', port: 1234 };

function fakeEngine(place = PLACE): FakeEngine {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = vi.fn(async () => resolve());
  return { endpoint: `http://${place.host}:${place.port}`, place, ended: promise, stop, end: resolve };
}

async function keep(options: Partial<KeepEngineOptions> = {}) {
  const engines: FakeEngine[] = [];
  const places: (EnginePlace | undefined)[] = [];
  const lines: string[] = [];
  const clock = { now: 0 };
  const kept = await keepEngine({
    async start(place) {
      places.push(place);
      const engine = fakeEngine(place);
      engines.push(engine);
      return engine;
    },
    prepare: async () => {},
    keepsData: true,
    log: (line) => lines.push(line),
    now: () => clock.now,
    ...options,
  });
  return { kept, engines, places, lines, clock };
}

test('The local server uses a database engine as soon as the table exists in the engine', async () => {
  const prepare = vi.fn(async () => {});
  const { kept } = await keep({ prepare });
  expect(kept.isUp()).toBe(true);
  expect(prepare).toHaveBeenCalledExactlyOnceWith('http://127.1.2.3:1234');
});

test('After a database engine ends, the local server restarts the engine at the same address and uses it once the table exists', async () => {
  const table = Promise.withResolvers<void>();
  const prepare = vi.fn(async () => {});
  const { kept, engines, places, lines } = await keep({ prepare });
  prepare.mockReturnValueOnce(table.promise);
  engines[0]?.end();
  await eventually(() => expect(prepare).toHaveBeenCalledTimes(2));
  expect(kept.isUp()).toBe(false);
  table.resolve();
  await eventually(() => expect(kept.isUp()).toBe(true));
  expect(places).toEqual([undefined, PLACE]);
  expect(lines).toEqual(['the DynamoDB engine ended', 'the DynamoDB engine runs again, with its data']);
});

test('When a database engine in memory ends, the log says that its data is lost', async () => {
  const { engines, lines } = await keep({ keepsData: false });
  engines[0]?.end();
  await eventually(() =>
    expect(lines).toContain('the DynamoDB engine runs again, and what it held in memory is gone'),
  );
});

test('The local server does not restart a database engine that ends again and again', async () => {
  const { kept, engines, lines } = await keep();
  for (let end = 0; end < 4; end += 1) {
    await eventually(() => expect(engines).toHaveLength(end + 1));
    await eventually(() => expect(kept.isUp()).toBe(true));
    engines[end]?.end();
  }
  await eventually(() => expect(lines.at(-1)).toMatch(/not started any more.*503/));
  expect(engines).toHaveLength(4);
  expect(kept.isUp()).toBe(false);
});

test('After three failed restarts, the local server gives up its database engine and logs the reason', async () => {
  let isFirst = true;
  const { kept, lines } = await keep({
    async start() {
      if (!isFirst) throw new Error('no memory.');
      isFirst = false;
      return Object.assign(fakeEngine(), { ended: Promise.resolve() });
    },
  });
  await eventually(() => expect(lines.at(-1)).toMatch(/not started any more/));
  expect(lines.filter((line) => line === 'the DynamoDB engine is not back: no memory')).toHaveLength(3);
  expect(kept.isUp()).toBe(false);
});

test('The local server always restarts a database engine that ends rarely', async () => {
  const { kept, engines, clock } = await keep();
  for (let end = 0; end < 6; end += 1) {
    await eventually(() => expect(engines).toHaveLength(end + 1));
    await eventually(() => expect(kept.isUp()).toBe(true));
    clock.now += 60_000;
    engines[end]?.end();
  }
  await eventually(() => expect(engines).toHaveLength(7));
});

test('A database engine that the local server has stopped is not restarted', async () => {
  const { kept, engines, lines } = await keep();
  await kept.stop();
  await engines[0]?.ended;
  expect(kept.isUp()).toBe(false);
  expect(engines).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('The local server stops its database engine if the table cannot be created', async () => {
  const engine = fakeEngine();
  const prepare = async () => {
    throw new Error('no table');
  };
  await expect(keep({ start: async () => engine, prepare })).rejects.toThrow('no table');
  expect(engine.stop).toHaveBeenCalled();
});

test.skipIf(!installed || !isUnix)(
  'A database engine that is killed answers again at the same address',
  async () => {
    const folder = await temporaryFolder();
    const [command, pidFile] = [join(folder, 'engine.sh'), join(folder, 'pid')];
    await writeFile(command, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${installed?.command}' "$@"\n`);
    await chmod(command, 0o755);
    const start = (place?: EnginePlace) =>
      startEngine({ dataFolder: undefined, program: dynoxide(command), place });
    const { kept, lines } = await keep({ start });
    onTestFinished(() => kept.stop());
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
    await eventually(() => expect(lines.at(-1)).toMatch(/runs again/));
    expect((await fetch(kept.endpoint)).status).toBe(200);
  },
);

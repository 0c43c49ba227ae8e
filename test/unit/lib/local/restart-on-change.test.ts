import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { restartOnChange, watchFolders } from '../../../../lib/local/restart-on-change.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function watchHere() {
  const onChange = vi.fn<() => void>();
  const watch = await watchFolders([folder], onChange);
  onTestFinished(() => watch.stop());
  return async (change: () => Promise<unknown>) => {
    onChange.mockClear();
    await change();
    await eventually(() => expect(onChange).toHaveBeenCalled());
  };
}

test('The development server notices when a source file is written, replaced or deleted', async () => {
  await mkdir(join(folder, 'beneath'));
  const file = join(folder, 'beneath', 'file.ts');
  await writeFile(file, '1');
  const seen = await watchHere();
  await seen(() => writeFile(file, '2'));
  await writeFile(join(folder, 'new'), '3');
  await seen(() => rename(join(folder, 'new'), file));
  await seen(() => writeFile(file, '4'));
  await seen(() => rm(file));
  await seen(() => writeFile(file, '5'));
});

test('The development server notices changes in new and replaced source folders', async () => {
  const seen = await watchHere();
  const file = join(folder, 'a', 'b', 'file.ts');
  for (const text of ['first', 'second']) {
    await seen(() => mkdir(join(folder, 'a', 'b'), { recursive: true }));
    await seen(() => writeFile(file, text));
    await seen(() => rm(join(folder, 'a'), { recursive: true }));
  }
});

/** Runs a program that notes each start and end, and fails if its source says so. */
async function runHere() {
  const [source, notes, program] = [
    join(folder, 'sources', 'a.ts'),
    join(folder, 'notes'),
    join(folder, 'run.mjs'),
  ];
  await mkdir(join(folder, 'sources'));
  await writeFile(notes, '');
  await writeFile(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const source = readFileSync(${JSON.stringify(source)}, 'utf8');
    const note = (text) => appendFileSync(${JSON.stringify(notes)}, text + ' ' + source + '\\n');
    if (source === 'broken') { note('fails'); process.exit(3); }
    process.on('SIGTERM', () => { note('ends'); process.exit(); });
    setInterval(() => {}, 1000);
    note('starts');`,
  );
  const change = (text: string) => writeFile(source, text);
  const log = vi.fn<(line: string) => void>();
  return {
    change,
    log,
    async run(text: string) {
      await change(text);
      const running = await restartOnChange(program, { log, folders: [join(folder, 'sources')] });
      onTestFinished(() => running.stop());
      return running;
    },
    seen: (lines: string[]) =>
      eventually(async () => expect((await readFile(notes, 'utf8')).trim().split('\n')).toEqual(lines)),
  };
}

test('`npm run dev` restarts the local server when a source file changes', async () => {
  const { run, change, seen, log } = await runHere();
  const { stop } = await run('first');
  await seen(['starts first']);
  await change('second');
  await seen(['starts first', 'ends first', 'starts second']);
  expect(log.mock.calls).toEqual([['A source changed: starting again.']]);
  await stop();
  await seen(['starts first', 'ends first', 'starts second', 'ends second']);
});

test('After a change that broke the local server, `npm run dev` starts the server again at the next change', async () => {
  const { run, change, seen } = await runHere();
  await run('first');
  await seen(['starts first']);
  await change('broken');
  await seen(['starts first', 'ends first', 'fails broken']);
  await change('second');
  await seen(['starts first', 'ends first', 'fails broken', 'starts second']);
});

test('`npm run dev` ends with the exit code of a local server that cannot start', async () => {
  const { run } = await runHere();
  expect(await (await run('broken')).ended).toBe(3);
});

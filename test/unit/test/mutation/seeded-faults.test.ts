import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LAYERS } from '../../../house/rooms.ts';
import { PROVEN_WITH_ENGINE } from '../../../mutation/proven-with-engine.ts';
import { SEEDED_FAULTS } from '../../../mutation/seeded-faults.ts';

test('Each seeded fault changes a text that its file has once', () => {
  const stale = SEEDED_FAULTS.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2);
  expect(stale.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});

test('At least 60 seeded faults are in all rooms of the product and all layers of shared', () => {
  expect(SEEDED_FAULTS.length).toBeGreaterThanOrEqual(60);
  const rooms = [
    'functions',
    'lib/admin',
    'lib/cdk',
    'lib/client',
    'lib/console',
    'lib/local',
    'lib/openapi',
  ];
  const folders = [...LAYERS.map((layer) => `shared/${layer}`), ...rooms, 'lib/receiver'];
  const isTouched = (folder: string) => SEEDED_FAULTS.some(({ file }) => file.startsWith(`${folder}/`));
  expect(folders.filter((folder) => !isTouched(folder))).toEqual([]);
});

test('The tests that must notice a seeded fault or a mutant exist', () => {
  const named = [
    ...SEEDED_FAULTS.flatMap(({ noticedBy }) => noticedBy),
    ...Object.values(PROVEN_WITH_ENGINE).flat(),
  ];
  const files = new Set(named.filter((it) => it.startsWith('test/')));
  expect([...files, ...Object.keys(PROVEN_WITH_ENGINE)].filter((file) => !existsSync(file))).toEqual([]);
});

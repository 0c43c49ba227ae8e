import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectPictureStore, folderStore } from '../../../../shared/pictures/picture-store.ts';
import { localStoreSetting } from '../../../../shared/pictures/store-setting.ts';
import { testPictureStore } from '../../../support/picture-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

testPictureStore(async () => folderStore(await temporaryFolder()));

test('Only the owner of the folder reads its files, and an empty folder does not stay', async () => {
  const folder = await temporaryFolder();
  const store = connectPictureStore(localStoreSetting({ folder, url: 'http://localhost', key: 'k' }));
  await store.put('pictures/a/b', Uint8Array.of(1), 'image/png');
  expect((await stat(join(folder, 'pictures/a/b'))).mode & 0o077).toBe(0);
  await store.remove('pictures/a/b');
  expect(await readdir(folder)).toEqual([]);
});

test.each(['../secrets.key', 'pictures/../../secrets.key', '/etc/passwd', 'a//b', 'a/', '.', 'A', 'a\0b'])(
  'The name %j leads nowhere',
  async (name) => {
    const store = folderStore(await temporaryFolder());
    await expect(store.put(name, Uint8Array.of(1), 'image/png')).rejects.toThrow();
    await expect(store.read(name, 10)).rejects.toThrow();
    await expect(store.remove(name)).rejects.toThrow();
  },
);

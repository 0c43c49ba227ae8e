import { expect, test } from 'vitest';
import { ObjectTooLargeError, type PictureStore } from '../../shared/pictures/picture-store.ts';

/** What holds of every store of pictures: the same tests run on each of them. */
export function testPictureStore(open: () => PictureStore | Promise<PictureStore>): void {
  const bytes = Uint8Array.of(0, 1, 0xff, 0xd8, 0x0a, 0x80);

  test('An object is read as it was stored, and stored again, it is replaced', async () => {
    const store = await open();
    await store.put('pictures/a/b', bytes, 'image/jpeg');
    expect([...((await store.read('pictures/a/b', 100)) ?? [])]).toEqual([...bytes]);
    await store.put('pictures/a/b', bytes.subarray(2), 'image/jpeg');
    expect([...((await store.read('pictures/a/b', 100)) ?? [])]).toEqual([...bytes.subarray(2)]);
  });

  test('A deleted object is gone, its neighbours are not, and deleting again is no error', async () => {
    const store = await open();
    await store.put('pictures/c/d', bytes, 'image/png');
    await store.put('pictures/c/e', bytes, 'image/png');
    for (let times = 0; times < 2; times += 1) await store.remove('pictures/c/d');
    expect(await store.read('pictures/c/d', 100)).toBeUndefined();
    expect(await store.read('pictures/c/e', 100)).toHaveLength(bytes.length);
    await store.remove('pictures/never/there');
  });

  test('An object with more bytes than the reader takes is not read', async () => {
    const store = await open();
    await store.put('uploads/f', bytes, 'image/webp');
    await expect(store.read('uploads/f', bytes.length - 1)).rejects.toThrow(ObjectTooLargeError);
    expect(await store.read('uploads/f', bytes.length)).toHaveLength(bytes.length);
  });
}

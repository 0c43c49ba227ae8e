import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { readLocalStore } from './store-setting.ts';

/** Where the bytes of pictures are. Names of objects consist of letters, digits, `-` and `/`. */
export interface PictureStore {
  /** Stores an object; replaces one with the same name. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Reads an object; `undefined` if there is none. Throws `ObjectTooLargeError` if it has more bytes than the limit. */
  read(name: string, maximumBytes: number): Promise<Uint8Array | undefined>;
  /** Deletes an object. There need not be one. */
  remove(name: string): Promise<void>;
}

export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
}

const connected = new Map<string, PictureStore>();

/** Returns the store that a setting names. All runs of a function share it. */
export function connectPictureStore(setting: string): PictureStore {
  const known = connected.get(setting);
  if (known) return known;
  const local = readLocalStore(setting);
  const store = local ? folderStore(local.folder) : bucketStore(setting);
  connected.set(setting, store);
  return store;
}

/** S3 answers for a picture within a second; one that takes longer is better repeated. */
const TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;

/** Keeps pictures in a bucket of S3. */
function bucketStore(Bucket: string, s3: S3Client = connectS3()): PictureStore {
  return {
    async put(Key, Body, ContentType) {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },
    async read(Key, maximumBytes) {
      try {
        const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ Bucket, Key }));
        if (ContentLength > maximumBytes) {
          if (Body && 'destroy' in Body) Body.destroy();
          throw new ObjectTooLargeError();
        }
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

function connectS3(): S3Client {
  return new S3Client({
    requestHandler: {
      connectionTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true, // without this, a timeout only causes a warning
      socketTimeout: TIMEOUT_MS,
    },
    maxAttempts: ATTEMPTS,
  });
}

/** Matches what Guard names its objects, so that no name leads out of the folder. */
const OBJECT_NAME = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

const FOLDER_ATTEMPTS = 10;

/** Keeps pictures as files of a folder, for the local server. */
export function folderStore(folder: string): PictureStore {
  const fileOf = (name: string) => {
    if (!OBJECT_NAME.test(name)) throw new Error('Not the name of a picture.');
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const file = fileOf(name);
      const unfinished = `${file}.part`;
      for (let attempt = 1; ; attempt++) {
        try {
          await mkdir(dirname(file), { recursive: true, mode: 0o700 });
          await writeFile(unfinished, bytes, { mode: 0o600 });
          return await rename(unfinished, file);
        } catch (error) {
          // Another call has just removed its last object, and with it the empty folder.
          if (!isMissing(error) || attempt === FOLDER_ATTEMPTS) throw error;
        }
      }
    },
    async read(name, maximumBytes) {
      const file = fileOf(name);
      try {
        if ((await stat(file)).size > maximumBytes) throw new ObjectTooLargeError();
        return await readFile(file);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(name) {
      const file = fileOf(name);
      await rm(file, { force: true });
      await removeEmpty(dirname(file), folder);
    },
  };
}

/** Removes a folder and those above it that have nothing in them. */
async function removeEmpty(inner: string, outer: string): Promise<void> {
  for (let folder = inner; folder !== outer && folder.startsWith(outer); folder = dirname(folder)) {
    const isEmpty = (await readdir(folder).catch(() => ['?'])).length === 0;
    if (!isEmpty) return;
    await rmdir(folder).catch(() => {});
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../shared/base/time.ts';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { MAXIMUM_BYTES } from '../../shared/pictures/clean-picture.ts';
import {
  LOCAL_PICTURES_PATH,
  type ObjectAccess,
  readLocalLink,
} from '../../shared/pictures/picture-links.ts';
import { writeArrival } from '../../shared/pictures/picture-messages.ts';
import { folderStore, type PictureStore } from '../../shared/pictures/picture-store.ts';
import { type LocalStore, localStoreSetting } from '../../shared/pictures/store-setting.ts';
import type { GatewayReply } from './gateway-reply.ts';
import { readBody, splitTarget } from './request.ts';

interface Options {
  readonly store: Pick<LocalStore, 'folder' | 'key'>;
  readonly clock: Clock;
  /** Sends what EventBridge would say about an upload. */
  readonly onArrival: (message: string) => void | Promise<void>;
}

/** The settings by which functions find the store of a local server. */
export function pictureVariables(store: LocalStore) {
  const setting = localStoreSetting(store);
  return {
    GUARD_PICTURE_STORE: setting,
    GUARD_PICTURE_UPLOADS: setting,
    GUARD_PICTURE_VIEWS: setting,
    GUARD_PICTURE_ORIGIN: new URL(store.url).origin,
  } as const satisfies Partial<Record<SettingName, string>>;
}

/** Reads and takes pictures at the URLs that functions sign, as S3 does. */
export class LocalPictures {
  readonly #options: Options;
  readonly #objects: PictureStore;

  constructor(options: Options) {
    this.#options = options;
    this.#objects = folderStore(options.store.folder);
  }

  /** Answers the paths of pictures; `undefined` for any other path. */
  async answer(message: IncomingMessage, target: string): Promise<GatewayReply | undefined> {
    const { path, query } = splitTarget(target);
    if (!path.startsWith(LOCAL_PICTURES_PATH)) return undefined;
    const { method = 'GET' } = message;
    if (method === 'OPTIONS') return plain(204, '', PREFLIGHT);
    const { store, clock } = this.#options;
    const access = readLocalLink(store.key, { method, path, query }, clock());
    if (!access) return plain(403, 'The URL is not valid, or no longer.');
    return access.method === 'PUT' ? this.#take(message, access) : this.#show(access);
  }

  async #take(message: IncomingMessage, { name, contentType, bytes }: ObjectAccess): Promise<GatewayReply> {
    const body = await readBody(message, MAXIMUM_BYTES);
    const { 'content-type': sent, 'content-encoding': encoding } = message.headers;
    if (body?.length !== bytes || sent !== contentType || encoding !== undefined) {
      return plain(403, 'The file is not as it was announced.');
    }
    await this.#objects.put(name, body ?? new Uint8Array(), contentType);
    const { clock, onArrival } = this.#options;
    await onArrival(writeArrival(name, clock()));
    return plain(200, '');
  }

  async #show({ name, contentType, fileName }: ObjectAccess): Promise<GatewayReply> {
    const bytes = await this.#objects.read(name, MAXIMUM_BYTES + 1_000);
    if (!bytes) return plain(404, 'There is no such picture.');
    const headers = {
      ...SECURITY_HEADERS,
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, max-age=300',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    return { status: 200, headers, body: Buffer.from(bytes) };
  }
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'PUT',
  'Access-Control-Allow-Headers': 'content-type',
};

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): GatewayReply {
  const allowed = { ...SECURITY_HEADERS, 'Access-Control-Allow-Origin': '*', ...headers };
  return { status, headers: { ...allowed, 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
}

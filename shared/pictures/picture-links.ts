import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Environment } from '../lambda/environment.ts';
import { Sha256 } from '../lambda/signed-request.ts';
import { type LocalStore, readLocalStore } from './store-setting.ts';

/** For how long a URL of a picture or of an upload is valid. */
export const LINK_SECONDS = 300;

/** What one request may do with one object, until a time. */
export interface ObjectAccess {
  readonly method: 'GET' | 'PUT';
  /** The name of the object. */
  readonly name: string;
  readonly contentType: string;
  /** How many bytes an upload has, exactly. */
  readonly bytes?: number | undefined;
  /** The name under which a browser stores the picture. */
  readonly fileName?: string | undefined;
}

/** Makes the URL by which anybody can read or upload one object for five minutes. It is a secret. */
export type SignLink = (access: ObjectAccess, now: Date) => Promise<string>;

/** Returns what signs URLs for the store that a setting names. */
export function connectLinks(setting: string, environment: Environment = process.env): SignLink {
  const local = readLocalStore(setting);
  return local
    ? async (access, now) => localLink(local, access, now)
    : (access, now) => bucketLink(setting, environment, access, now);
}

/** The signature does not cover the content: whoever has the URL chooses what to upload, within type and size. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

async function bucketLink(
  bucket: string,
  environment: Environment,
  { method, name, contentType, bytes, fileName }: ObjectAccess,
  now: Date,
): Promise<string> {
  const region = environment['AWS_REGION'] ?? '';
  const { protocol, hostname, host, port, path } = addressOf(bucket, region, environment);
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: fromEnv(),
    sha256: Sha256,
    uriEscapePath: false, // S3 signs the path as it is
  });
  const request = new HttpRequest({
    method,
    protocol,
    hostname,
    ...(port ? { port: Number(port) } : {}),
    path: `${path}/${name}`,
    query: method === 'GET' ? shownAs({ contentType, fileName }) : {},
    headers: {
      host,
      'x-amz-content-sha256': UNSIGNED,
      ...(method === 'PUT' ? { 'content-type': contentType, 'content-length': String(bytes) } : {}),
    },
  });
  const signed = await signer.presign(request, { expiresIn: LINK_SECONDS, signingDate: now });
  const query = Object.entries(signed.query ?? {}).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  return `${protocol}//${host}${signed.path}?${new URLSearchParams(query)}`;
}

/** A browser shows the picture in a page of the console, and stores it rather than open it by itself. */
const shownAs = ({ contentType, fileName }: Pick<ObjectAccess, 'contentType' | 'fileName'>) => ({
  'response-content-type': contentType,
  'response-content-disposition': `attachment; filename="${fileName}"`,
  'response-cache-control': 'private, max-age=300',
});

/** Where S3 serves a bucket: at a host of its own, or at a path of an emulator. */
function addressOf(bucket: string, region: string, environment: Environment) {
  const emulator = environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'];
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(emulator ?? `https://${bucket}.s3.${region}.${suffix}`);
  const { protocol, hostname, host, port } = url;
  return { protocol, hostname, host, port, path: emulator === undefined ? '' : `/${bucket}` };
}

/** The path of the local server below which pictures are read and uploaded. */
export const LOCAL_PICTURES_PATH = '/local/pictures/';

function localLink({ url, key }: LocalStore, access: ObjectAccess, now: Date): string {
  const { method, name, contentType, bytes, fileName } = access;
  const expires = Math.floor(now.getTime() / 1_000) + LINK_SECONDS;
  const query = {
    method,
    type: contentType,
    ...(bytes === undefined ? {} : { bytes: String(bytes) }),
    ...(fileName === undefined ? {} : { file: fileName }),
    expires: String(expires),
  };
  const signature = signLocally(key, name, query);
  return `${url}${LOCAL_PICTURES_PATH}${name}?${new URLSearchParams({ ...query, signature })}`;
}

function signLocally(key: string, name: string, query: Readonly<Record<string, string>>): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([name, query]))
    .digest('base64url');
}

/**
 * Reads what a URL of the local server permits; `undefined` if it was not signed by it, is for another method, or is no longer
 * valid.
 */
export function readLocalLink(
  key: string,
  { method, path, query }: { readonly method: string; readonly path: string; readonly query: string },
  now: Date,
): ObjectAccess | undefined {
  const name = path.slice(LOCAL_PICTURES_PATH.length);
  const { signature = '', ...given } = Object.fromEntries(new URLSearchParams(query));
  const [expected, sent] = [Buffer.from(signLocally(key, name, given)), Buffer.from(signature)];
  if (expected.length !== sent.length || !timingSafeEqual(expected, sent)) return undefined;
  const { method: allowed, type: contentType = '', bytes, file: fileName, expires } = given;
  if (allowed !== method || Number(expires) * 1_000 <= now.getTime()) return undefined;
  if (allowed !== 'GET' && allowed !== 'PUT') return undefined;
  return {
    method: allowed,
    name,
    contentType,
    bytes: bytes === undefined ? undefined : Number(bytes),
    fileName,
  };
}

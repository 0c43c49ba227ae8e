import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import type { Seal } from '../../../../shared/audit/seal.ts';
import { bucketCopies } from '../../../../shared/audit/seal-copies.ts';

const seal = (number: number, hash = `hash ${number}`): Seal => ({
  tenant_id: 'tenant',
  number,
  at: '2026-01-01T00:00:00.000Z',
  previous_hash: '',
  previous_expires_at: null,
  events: [],
  hash,
  signature: 'signature',
});

interface Version {
  readonly key: string;
  readonly id: string;
  readonly body: string;
}

/** The parts of S3 that `bucketCopies` uses, for one bucket with versions, behind the real client. */
class Bucket {
  /** The oldest first. */
  readonly versions: Version[] = [];
  status: number | undefined;
  readonly #pageSize: number;

  constructor(pageSize = 1_000) {
    this.#pageSize = pageSize;
  }

  readonly client = new S3Client({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
    requestHandler: {
      handle: async (request: Request) => {
        const [statusCode, body] = this.status ? [this.status, ''] : this.#answer(request);
        return { response: { statusCode, headers: {}, body: Readable.from([Buffer.from(body)]) } };
      },
    } as never,
  });

  put(key: string, body: string): void {
    this.versions.push({ key, id: `v${this.versions.length}`, body });
  }

  #answer({ method, path, query, headers, body }: Request): [number, string] {
    if ('versions' in query) return [200, this.#list(query)];
    const key = path.slice(1);
    if (method === 'GET') {
      const version = this.versions.find((it) => it.key === key && it.id === query['versionId']);
      return version ? [200, version.body] : [404, ''];
    }
    if (headers['if-none-match'] === '*' && this.versions.some((it) => it.key === key)) return [412, ''];
    this.put(key, String(body));
    return [200, ''];
  }

  /** Keys ascend, and the newest version of each comes first. */
  #list(query: Request['query']): string {
    const all = this.versions
      .toReversed()
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
      .filter((it) => it.key.startsWith(query['prefix'] ?? ''));
    const begin = all.findIndex((it) => it.id === query['version-id-marker']) + 1;
    const page = all.slice(begin, begin + this.#pageSize);
    const [last] = page.slice(-1);
    const next =
      begin + page.length < all.length
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`
        : '<IsTruncated>false</IsTruncated>';
    const versions = page.map(
      ({ key, id }) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`,
    );
    return `<ListVersionsResult>${next}${versions.join('')}</ListVersionsResult>`;
  }
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

async function read(bucket: Bucket): Promise<Seal[]> {
  const seals: Seal[] = [];
  for await (const copy of bucketCopies('copies', bucket.client).read('tenant')) seals.push(copy);
  return seals;
}

test('The copy of an audit seal is written once, and a repeated write changes nothing', async () => {
  const bucket = new Bucket();
  const copies = bucketCopies('copies', bucket.client);
  await copies.put(seal(1));
  await copies.put(seal(1, 'another hash'));
  expect(await read(bucket)).toEqual([seal(1)]);
});

test('Writing the copy of an audit seal fails if S3 refuses it for another reason than an existing copy', async () => {
  const bucket = new Bucket();
  bucket.status = 403;
  await expect(bucketCopies('copies', bucket.client).put(seal(1))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
});

test('Reading the copies of audit seals returns the first version of each, in the order of the seals’ numbers, over all pages', async () => {
  const bucket = new Bucket(2);
  const copies = bucketCopies('copies', bucket.client);
  for (const number of [2, 10, 1]) await copies.put(seal(number));
  for (const { key } of [...bucket.versions]) bucket.put(key, JSON.stringify(seal(99, 'overwritten')));
  expect(await read(bucket)).toEqual([seal(1), seal(2), seal(10)]);
});

test('Reading a tenant’s copies of audit seals returns none of another tenant', async () => {
  const bucket = new Bucket();
  await bucketCopies('copies', bucket.client).put({ ...seal(1), tenant_id: 'tenant 2' });
  expect(await read(bucket)).toEqual([]);
});

test('Reading copies of audit seals fails if one of them is not a seal, instead of skipping it', async () => {
  const bucket = new Bucket();
  await bucketCopies('copies', bucket.client).put(seal(1));
  const [{ key } = { key: '' }] = bucket.versions;
  bucket.versions.splice(0, 1, { key, id: 'v0', body: '{}' });
  await expect(read(bucket)).rejects.toThrow();
});

import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { CALL_LIMITS } from '../table/table.ts';
import { COPIES_PREFIX, type Seal, sealSchema } from './seal.ts';

/** Keeps copies of seals where no user of the table can change them. */
export interface SealCopies {
  /** Writes a copy of a seal. Safe to repeat. */
  put(seal: Seal): Promise<void>;
  /** Reads the first copy that was written of each seal of a tenant. */
  read(tenantId: string): AsyncIterable<Seal>;
}

const prefixOf = (tenantId: string) => `${COPIES_PREFIX}${tenantId}/`;
const DIGITS = 10;
const nameOf = ({ tenant_id, number }: Seal) =>
  `${prefixOf(tenant_id)}${String(number).padStart(DIGITS, '0')}.json`;

const ALREADY_THERE = 412;

/** Keeps the copies in a bucket with Object Lock, whose default retention protects each version. */
export function bucketCopies(Bucket: string, s3: S3Client = connect()): SealCopies {
  return {
    async put(seal) {
      const Body = JSON.stringify(seal);
      try {
        await s3.send(
          new PutObjectCommand({
            Bucket,
            Key: nameOf(seal),
            Body,
            ContentType: 'application/json',
            IfNoneMatch: '*',
          }),
        );
      } catch (error) {
        const isThere =
          error instanceof S3ServiceException && error.$metadata.httpStatusCode === ALREADY_THERE;
        if (!isThere) throw error;
      }
    },
    async *read(tenantId) {
      const first = new Map<string, string | undefined>();
      let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
      while (markers) {
        const page: ListObjectVersionsCommandOutput = await s3.send(
          new ListObjectVersionsCommand({ Bucket, Prefix: prefixOf(tenantId), ...markers }),
        );
        // S3 lists the newest version first, so the last one listed for a name is the original.
        for (const { Key = '', VersionId } of page.Versions ?? []) first.set(Key, VersionId);
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
          : undefined;
      }
      for (const [Key, VersionId] of first) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
        yield sealSchema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
      }
    },
  };
}

function connect(): S3Client {
  return new S3Client({
    requestHandler: {
      connectionTimeout: CALL_LIMITS.connectionTimeoutMilliseconds,
      requestTimeout: CALL_LIMITS.requestTimeoutMilliseconds,
      throwOnRequestTimeout: true,
    },
    maxAttempts: CALL_LIMITS.attempts,
  });
}

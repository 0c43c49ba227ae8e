import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll } from 'vitest';
import { connectPictureStore } from '../../shared/pictures/picture-store.ts';
import { testPictureStore } from '../support/picture-store.ts';

/** The store of pictures of a stage, on S3 itself. The tests are those of the local server's store. */

const bucket = `guard-test-${randomUUID()}`;

beforeAll(async () => {
  await new S3Client({}).send(new CreateBucketCommand({ Bucket: bucket }));
});

testPictureStore(() => connectPictureStore(bucket));

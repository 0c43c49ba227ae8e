import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { newId, type RandomBytes } from '../../shared/ids.ts';
import type { Table } from '../../shared/table/table.ts';

/** What the demo data follows from: the same seed gives the same data, ids included. */
export interface DemoSeed {
  /** The instant that the data's ages count from. */
  readonly now: Date;
  readonly makeId: MakeId;
}

/** Makes the id of something that was made at an instant. */
export type MakeId = (at: Date) => string;

const seedItemSchema = z.object({ seeded_at: z.iso.datetime(), seed: z.string() });

/**
 * The seed of a table, which is settled by whoever asks first: a start that was cut short is completed with the time
 * and the ids that it began with.
 */
export async function settleSeed(
  table: Table,
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
): Promise<DemoSeed> {
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: 'DEMO', sk: 'SEED' },
      UpdateExpression: 'SET seeded_at = if_not_exists(seeded_at, :now), seed = if_not_exists(seed, :seed)',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':seed': Buffer.from(randomBytes(16)).toString('hex'),
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { seeded_at, seed } = seedItemSchema.parse(Attributes);
  return { now: new Date(seeded_at), makeId: numberedIds(seed) };
}

/** Ids whose random part is a hash of the seed and their number: unique and well spread. */
function numberedIds(seed: string): MakeId {
  let number = 0;
  return (at) => {
    number += 1;
    const digest = createHash('sha256').update(`${seed} ${number}`).digest();
    return newId(at, (size) => digest.subarray(0, size));
  };
}

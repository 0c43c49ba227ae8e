import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { newId, type RandomBytes } from '../../shared/base/ids.ts';
import { expression, expressionInput } from '../../shared/table/expression.ts';
import type { Table } from '../../shared/table/table.ts';

/** The same seed creates the same demo data, including ids. */
export interface DemoSeed {
  /** The time to which all ages are relative. */
  readonly now: Date;
  readonly makeId: MakeId;
}

/** Creates the id of an item that was created at this time. */
export type MakeId = (at: Date) => string;

const seedItemSchema = z.object({ seeded_at: z.iso.datetime(), seed: z.string() });

/** The stored seed of a table, or a new one. So an interrupted start is completed with its own time and ids. */
export async function settleSeed(
  table: Table,
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
): Promise<DemoSeed> {
  const newSeed = Buffer.from(randomBytes(16)).toString('hex');
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: 'DEMO', sk: 'SEED' },
      ...expressionInput({
        update: expression`SET seeded_at = if_not_exists(seeded_at, ${now.toISOString()}), seed = if_not_exists(seed, ${newSeed})`,
      }),
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { seeded_at, seed } = seedItemSchema.parse(Attributes);
  return { now: new Date(seeded_at), makeId: numberedIds(seed) };
}

/** Ids with a random part that is a hash of the seed and a number: unique and evenly distributed. */
function numberedIds(seed: string): MakeId {
  let number = 0;
  return (at) => {
    number += 1;
    const digest = createHash('sha256').update(`${seed} ${number}`).digest();
    return newId(at, (size) => digest.subarray(0, size));
  };
}

import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { newId, type RandomBytes } from '../../shared/base/ids.ts';
import { expression, expressionInput } from '../../shared/table/expression.ts';
import type { Table } from '../../shared/table/table.ts';

/** What the demo data is made from. The same seed always makes the same data, including ids. */
export interface DemoSeed {
  /** The time to which all times in the data are relative. */
  readonly now: Date;
  readonly makeId: MakeId;
}

/** Makes the id of an item that was created at the given time. */
export type MakeId = (at: Date) => string;

const seedItemSchema = z.object({ seeded_at: z.iso.datetime(), seed: z.string() });

/**
 * Returns the stored seed of a table, or stores a new one. So a start that completes an interrupted one uses its time and
 * ids.
 */
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

/** Makes ids whose random part is a hash of the seed and a number, so that they are unique and evenly distributed. */
function numberedIds(seed: string): MakeId {
  let number = 0;
  return (at) => {
    number += 1;
    const digest = createHash('sha256').update(`${seed} ${number}`).digest();
    return newId(at, (size) => digest.subarray(0, size));
  };
}

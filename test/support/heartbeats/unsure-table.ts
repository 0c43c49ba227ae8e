import type { Table } from '../../../shared/table/table.ts';

/** What becomes of one call: it is done and never answered, or it is not done. */
export type Mishap = 'reply_lost' | 'refused';

/** As the SDK gives up. */
class LostReply extends Error {
  override readonly name = 'TimeoutError';
}
class Refusal extends Error {
  override readonly name = 'ThrottlingException';
}

/** A table in which something goes wrong with one call: the one after so many others. */
export function unsureTable(table: Table, mishap: Mishap, after: number): Table {
  let calls = 0;
  const send = async (command: never): Promise<unknown> => {
    calls += 1;
    if (calls !== after + 1) return table.client.send(command);
    if (mishap === 'reply_lost') await table.client.send(command);
    throw mishap === 'reply_lost' ? new LostReply() : new Refusal();
  };
  return { ...table, client: Object.create(table.client, { send: { value: send } }) };
}

/** A table in which something else happens right before the first transaction. */
export function overtakenTable(table: Table, meanwhile: () => Promise<unknown>): Table {
  let hasHappened = false;
  const send = async (command: never): Promise<unknown> => {
    const { name } = (command as { readonly constructor: { readonly name: string } }).constructor;
    if (name === 'TransactWriteCommand' && !hasHappened) {
      hasHappened = true;
      await meanwhile();
    }
    return table.client.send(command);
  };
  return { ...table, client: Object.create(table.client, { send: { value: send } }) };
}

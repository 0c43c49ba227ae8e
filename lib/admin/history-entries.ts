import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { lowestIdAt } from '../../shared/base/ids.ts';
import { expression } from '../../shared/table/expression.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { inPartition, queryPages } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';

/** A page of 1 MB takes 256 read units: with this pause, less than a tenth of what a partition reads in a second. */
const PAUSE_MILLISECONDS = 1_000;

export interface TimeSpan {
  readonly since: Date;
  /** The end of the range, exclusive. */
  readonly until: Date;
}

/** The keys of the history entries of alerts and devices in a partition, page by page. Reads the whole history. */
export async function* historyEntries(
  table: Table,
  partition: string,
  { since, until }: TimeSpan,
  wait: (milliseconds: number) => Promise<unknown>,
): AsyncGenerator<ItemKey[]> {
  const [first, end] = [lowestIdAt(since), lowestIdAt(until)];
  const pages = queryPages(table, {
    key: inPartition(partition, ALERT_EVENTS.prefix()),
    projection: expression`pk, sk`,
  });
  let isFirst = true;
  for await (const page of pages) {
    if (!isFirst) await wait(PAUSE_MILLISECONDS);
    isFirst = false;
    yield page
      .map(({ sk }) => ({ pk: partition, sk: String(sk) }))
      .filter(({ sk }) => {
        const entryId = sk.slice(sk.lastIndexOf('#') + 1);
        return entryId >= first && entryId < end;
      });
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';

/** Whether a function gets this change: what Lambda's filter decides on AWS. */
export function isForTrigger({ events, sortKeys }: StreamTrigger, record: ChangeRecord): boolean {
  const sortKey = record.dynamodb?.Keys?.[TABLE_KEYS.sortKey]?.S ?? '';
  return (
    events.some((it) => it === record.eventName) &&
    sortKeys.some((prefix) => sortKey.startsWith(prefix)) &&
    !isNoChange(record)
  );
}

/** The embedded engine also tells of a write that left its item as it was; AWS does not. */
function isNoChange({ eventName, dynamodb }: ChangeRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage);
}

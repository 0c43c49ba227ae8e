import type { ScheduledEvent } from 'aws-lambda';
import { putItem } from './items.ts';

export async function handler({ source, id }: ScheduledEvent) {
  await putItem(`TICK#${source}#${id}`);
}

import type { QueueTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { LOCAL_ACCOUNT_ID } from './host.ts';

type QueueFunction = Pick<TriggeredFunction<QueueTrigger>, 'name' | 'trigger'>;

/** The queue of a function; the name of a FIFO queue ends in `.fifo`, as on AWS. */
export function queueName({ name, trigger }: QueueFunction): string {
  return `${name}${trigger.isFifo ? '.fifo' : ''}`;
}

export function queueUrl(servicesUrl: string, declaration: QueueFunction): string {
  return `${servicesUrl}/${LOCAL_ACCOUNT_ID}/${queueName(declaration)}`;
}

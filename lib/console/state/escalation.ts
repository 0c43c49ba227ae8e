import type { Escalation } from '../../client/types.ts';
import { SEVERITIES } from './severities.ts';

/** The steps of an item with a property for each severity, such as the changes of a form: null without steps. */
export function escalationIn(item: Readonly<Record<string, unknown>>): Escalation {
  return Object.fromEntries(SEVERITIES.flatMap((it) => (item[it] ? [[it, item[it]]] : [])));
}

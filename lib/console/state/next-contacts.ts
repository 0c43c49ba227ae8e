import type { AlertEvent, AlertPlanStep, Contact } from '../../client/types.ts';

/**
 * The contacts that a step is about, in the order in which to call them now: whoever did not answer is called again after the
 * others.
 */
export function nextContacts(
  { key, contact_role: role }: Pick<AlertPlanStep, 'key' | 'contact_role'>,
  contacts: readonly Contact[],
  history: readonly AlertEvent[],
): readonly Contact[] {
  const callees = contacts.filter((contact) => contact.role === role);
  const missed = history.filter(({ step, outcome }) => step === key && outcome === 'no_answer').length;
  const first = callees.length > 0 ? missed % callees.length : 0;
  return [...callees.slice(first), ...callees.slice(0, first)];
}

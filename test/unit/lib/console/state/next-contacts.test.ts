import { expect, test } from 'vitest';
import type { AlertEvent, Contact } from '../../../../../lib/client/types.ts';
import { nextContacts } from '../../../../../lib/console/state/next-contacts.ts';

const contact = (name: string, role = 'keyholder') => ({ name, role }) as Contact;
const CONTACTS = [contact('Kim'), contact('Police', 'police'), contact('Kaya'), contact('Kai')];
const CALL = { key: 'call', contact_role: 'keyholder' };
const missed = (step = 'call', outcome = 'no_answer') => ({ step, outcome }) as AlertEvent;
const names = (history: AlertEvent[], step: Parameters<typeof nextContacts>[0] = CALL) =>
  nextContacts(step, CONTACTS, history).map(({ name }) => name);

test('A step of an action plan calls the contacts with its role in their order', () => {
  expect(names([])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('A step of an action plan calls people who did not answer again after the others', () => {
  expect(names([missed()])).toEqual(['Kaya', 'Kai', 'Kim']);
  expect(names([missed(), missed(), missed()])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('Outcomes of other steps, and other outcomes, do not change whom a step of an action plan calls', () => {
  expect(names([missed('other'), missed('call', 'failed')])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('A step of an action plan about nobody in particular, or about a role that nobody has, calls nobody', () => {
  expect(names([], { key: 'x', contact_role: null })).toEqual([]);
  expect(names([], { key: 'x', contact_role: 'fire' })).toEqual([]);
});

import { expect, test } from 'vitest';
import type { AlertEvent, Contact } from '../../../../../lib/client/types.ts';
import { nextContacts } from '../../../../../lib/console/state/next-contacts.ts';

const contact = (name: string, role = 'keyholder') => ({ name, role }) as Contact;
const CONTACTS = [contact('Kim'), contact('Police', 'police'), contact('Kaya'), contact('Kai')];
const CALL = { key: 'call', contact_role: 'keyholder' };
const missed = (step = 'call', outcome = 'no_answer') => ({ step, outcome }) as AlertEvent;
const names = (history: AlertEvent[], step: Parameters<typeof nextContacts>[0] = CALL) =>
  nextContacts(step, CONTACTS, history).map(({ name }) => name);

test('A step of an action plan names the contacts with its role in the site’s calling order', () => {
  expect(names([])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('A step of an action plan puts contacts who did not answer at the end of its call list', () => {
  expect(names([missed()])).toEqual(['Kaya', 'Kai', 'Kim']);
  expect(names([missed(), missed(), missed()])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('A plan step’s call list changes only with unanswered calls that were recorded for this step', () => {
  expect(names([missed('other'), missed('call', 'failed')])).toEqual(['Kim', 'Kaya', 'Kai']);
});

test('A step of an action plan without a contact role, or with a role that no contact has, shows no contacts to call', () => {
  expect(names([], { key: 'x', contact_role: null })).toEqual([]);
  expect(names([], { key: 'x', contact_role: 'fire' })).toEqual([]);
});

import { expect, test } from 'vitest';
import { Drafts } from '../../../../../lib/console/state/drafts.ts';

test('The alert desk keeps a draft note for each alert', () => {
  const drafts = new Drafts();
  drafts.change('a', 'On my way');
  drafts.change('b', 'At the gate');
  expect(['a', 'b', 'c'].map((id) => drafts.of(id))).toEqual(['On my way', 'At the gate', '']);
});

test('After a note is sent, the console removes its draft, unless the user has changed the draft meanwhile', () => {
  const drafts = new Drafts();
  drafts.change('a', ' On my way ');
  drafts.change('b', 'On my way, and');
  for (const id of ['a', 'b']) drafts.sent(id, 'On my way');
  expect(drafts.of('a')).toBe('');
  expect(drafts.of('b')).toBe('On my way, and');
});

test('A listener to the drafts of the console is called for each change until it unsubscribes', () => {
  const drafts = new Drafts();
  let calls = 0;
  const stop = drafts.subscribe(() => (calls += 1));
  drafts.change('a', 'x');
  stop();
  drafts.change('a', '');
  expect(calls).toBe(1);
});

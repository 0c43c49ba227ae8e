import { expect, test } from 'vitest';
import { Drafts } from '../../../../../lib/console/state/drafts.ts';

test('The alert desk keeps a draft note and a draft outcome for each alert', () => {
  const drafts = new Drafts();
  drafts.change('a', { note: 'On my way' });
  drafts.change('b', { resolution: 'real' });
  drafts.change('a', { resolution: 'test' });
  expect(drafts.of('a')).toEqual({ note: 'On my way', resolution: 'test' });
  expect(drafts.of('b')).toEqual({ note: '', resolution: 'real' });
  expect(drafts.of('c')).toEqual({ note: '', resolution: undefined });
});

test('After a note is sent, the console removes its draft, unless the user has changed the draft meanwhile', () => {
  const drafts = new Drafts();
  drafts.change('a', { note: ' On my way ' });
  drafts.change('b', { note: 'On my way, and' });
  for (const id of ['a', 'b']) drafts.sent(id, 'On my way');
  expect(drafts.of('a').note).toBe('');
  expect(drafts.of('b').note).toBe('On my way, and');
});

test('A listener to the drafts of the console is called for each change until it unsubscribes', () => {
  const drafts = new Drafts();
  let calls = 0;
  const stop = drafts.subscribe(() => (calls += 1));
  drafts.change('a', { note: 'x' });
  stop();
  drafts.change('a', { note: '' });
  expect(calls).toBe(1);
});

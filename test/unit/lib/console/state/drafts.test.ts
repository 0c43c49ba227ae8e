import { expect, test } from 'vitest';
import { Drafts } from '../../../../../lib/console/state/drafts.ts';

test('each alert keeps its own note and outcome', () => {
  const drafts = new Drafts();
  drafts.change('a', { note: 'On my way' });
  drafts.change('b', { resolution: 'real' });
  drafts.change('a', { resolution: 'test' });
  expect(drafts.of('a')).toEqual({ note: 'On my way', resolution: 'test' });
  expect(drafts.of('b')).toEqual({ note: '', resolution: 'real' });
  expect(drafts.of('c')).toEqual({ note: '', resolution: undefined });
});

test('a note that was sent is forgotten, and what was typed meanwhile is not', () => {
  const drafts = new Drafts();
  drafts.change('a', { note: ' On my way ' });
  drafts.change('b', { note: 'On my way, and' });
  for (const id of ['a', 'b']) drafts.sent(id, 'On my way');
  expect(drafts.of('a').note).toBe('');
  expect(drafts.of('b').note).toBe('On my way, and');
});

test('listeners hear of each change until they stop listening', () => {
  const drafts = new Drafts();
  let heard = 0;
  const stop = drafts.subscribe(() => (heard += 1));
  drafts.change('a', { note: 'x' });
  stop();
  drafts.change('a', { note: '' });
  expect(heard).toBe(1);
});

import { expect, test } from 'vitest';
import { readPush } from '../../../../../lib/console/worker/push-notice.ts';

const CONSOLE = 'https://guard.example/prod/console';

test('A push message appears with its title, text and tag, and a click on it opens its link', () => {
  const given = { title: 'Critical panic', text: '14:03', tag: 'an alert', link: `${CONSOLE}?alert=1` };
  expect(readPush(given, CONSOLE)).toEqual({
    title: 'Critical panic',
    body: '14:03',
    tag: 'an alert',
    url: `${CONSOLE}?alert=1`,
  });
});

test.each([
  'https://elsewhere.example/prod/console',
  'http://guard.example/prod/console',
  'https://guard.example:8443/',
  '//elsewhere.example',
  'javascript:alert(1)',
  'https://',
  7,
])('A click on a push message with the foreign link %s opens the console', (link) => {
  expect(readPush({ title: 'x', link }, CONSOLE).url).toBe(CONSOLE);
});

test.each([undefined, null, 'text', 7, {}])(
  'A push message with the content %j still has a title, because browsers require one',
  (content) => {
    expect(readPush(content, CONSOLE)).toEqual({ title: 'Guard', body: '', tag: 'guard', url: CONSOLE });
  },
);

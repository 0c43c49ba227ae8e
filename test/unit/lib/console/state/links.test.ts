import { expect, test } from 'vitest';
import { mapUrl, piecesOf } from '../../../../../lib/console/state/links.ts';

const linksIn = (text: string, name?: string) =>
  piecesOf(text, name).flatMap(({ text: shown, href }) => (href === undefined ? [] : [[shown, href]]));

test.each([
  ['See https://cam.test/c7?at=1.', [['https://cam.test/c7?at=1', 'https://cam.test/c7?at=1']]],
  ['(https://cam.test/a)', [['https://cam.test/a', 'https://cam.test/a']]],
  ['https://cam.test/a_(b)', [['https://cam.test/a_(b)', 'https://cam.test/a_(b)']]],
  ['https://cam.test', [['https://cam.test', 'https://cam.test/']]],
  [
    'https://a.test, https://b.test!',
    [
      ['https://a.test', 'https://a.test/'],
      ['https://b.test', 'https://b.test/'],
    ],
  ],
  ['Call +44 20 7946 0958 now', [['+44 20 7946 0958', 'tel:+442079460958']]],
  ['+1 (415) 555-0100.', [['+1 (415) 555-0100', 'tel:+14155550100']]],
  ['Call +44 20 7946 0958. 12 people wait', [['+44 20 7946 0958', 'tel:+442079460958']]],
])('The console finds in the text %s the links %j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>1</script>',
  'http://cam.test/',
  'ftp://cam.test',
  'https://',
  'https://guard.test@evil.test/',
  'https://user:secret@evil.test/',
  'https://[not-an-address/',
  'Serial 4420794609581234567',
  'At 2026-11-23T04:59:35.421+00:00',
  'Temperature +12.5',
  'A+441234567890',
])('The console finds no link in the text %s', (text) => {
  expect(linksIn(text)).toEqual([]);
  expect(
    piecesOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each(['\u202e', '\u2066', '\u200b', '\u200f', '\u2044', 'а', '。'])(
  'The console ends a link in a text before %j, which could disguise the link’s host',
  (character) => {
    expect(linksIn(`https://guard.test${character}evil.test`)).toEqual([
      ['https://guard.test', 'https://guard.test/'],
    ]);
  },
);

test('The console makes a telephone link of a local number if the name of the field says that it is a phone number', () => {
  expect(linksIn('112', 'emergency-phone')).toEqual([['112', 'tel:112']]);
  expect(linksIn('(020) 7946 0958', 'tel')).toEqual([['(020) 7946 0958', 'tel:02079460958']]);
  expect(linksIn('112', 'room')).toEqual([]);
  expect(linksIn('ask at the desk', 'phone')).toEqual([]);
  expect(linksIn('112;ext=javascript:1', 'phone')).toEqual([]);
});

test('When the console finds links in a text, no character of the text is lost', () => {
  const text = 'Look: https://cam.test/a, then call +44 20 7946 0958; else \u202ehttps://x.test\u202c.';
  expect(
    piecesOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('The console quickly searches a long text that looks almost like a link', () => {
  const before = process.cpuUsage();
  for (const text of [
    '+1 '.repeat(5_000),
    `+1${'-'.repeat(10_000)}`,
    `https://${'('.repeat(2_000)}`,
    `https://a.test/${'.'.repeat(4_000)}`,
  ]) {
    piecesOf(text);
  }
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('An address opens the map application of the viewer’s phone or computer', () => {
  const of = (agent: string) => mapUrl('1 Mill Lane & Co, York', agent);
  expect([of('Linux; Android 15'), of('iPhone; CPU iPhone OS 19'), of('X11; Linux x86_64')]).toEqual([
    'geo:0,0?q=1%20Mill%20Lane%20%26%20Co%2C%20York',
    'maps:?q=1%20Mill%20Lane%20%26%20Co%2C%20York',
    'https://www.openstreetmap.org/search?query=1%20Mill%20Lane%20%26%20Co%2C%20York',
  ]);
});

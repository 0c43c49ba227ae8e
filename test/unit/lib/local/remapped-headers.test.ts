import { expect, test } from 'vitest';
import { reachesFunction, remapResponseHeaders } from '../../../../lib/local/remapped-headers.ts';

test.each(['Connection', 'content-length', 'Expect', 'TE', 'Upgrade', 'WWW-Authenticate'])(
  'The request header %s does not reach the function',
  (name) => {
    expect(reachesFunction(name)).toBe(false);
  },
);

test.each(['Authorization', 'host', 'Content-Type', 'User-Agent', 'Accept', 'X-Anything'])(
  'The request header %s reaches the function',
  (name) => {
    expect(reachesFunction(name)).toBe(true);
  },
);

test.each(['WWW-Authenticate', 'www-authenticate', 'Date', 'Server', 'Authorization', 'Connection'])(
  'The response header %s is renamed and keeps its values',
  (name) => {
    expect(remapResponseHeaders([[name, ['a', 'b']]])).toEqual([[`x-amzn-Remapped-${name}`, ['a', 'b']]]);
  },
);

test.each(['Transfer-Encoding', 'Host', 'Trailer', 'Upgrade', 'Via'])(
  'The response header %s is removed',
  (name) => {
    expect(remapResponseHeaders([[name, ['a']]])).toEqual([]);
  },
);

test('Other response headers are unchanged', () => {
  const headers: [string, string[]][] = [
    ['Content-Type', ['text/html']],
    ['Retry-After', ['1']],
    ['Set-Cookie', ['a', 'b']],
  ];
  expect(remapResponseHeaders(headers)).toEqual(headers);
});

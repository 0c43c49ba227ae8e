import { expect, test } from 'vitest';
import { reachesFunction, remapResponseHeaders } from '../../../../lib/local/remapped-headers.ts';

test.each(['Connection', 'content-length', 'Expect', 'TE', 'Upgrade', 'WWW-Authenticate'])(
  'The local server does not pass the request header %s to the function',
  (name) => {
    expect(reachesFunction(name)).toBe(false);
  },
);

test.each(['Authorization', 'host', 'Content-Type', 'User-Agent', 'Accept', 'X-Anything'])(
  'The local server passes the request header %s to the function',
  (name) => {
    expect(reachesFunction(name)).toBe(true);
  },
);

test.each(['WWW-Authenticate', 'www-authenticate', 'Date', 'Server', 'Authorization', 'Connection'])(
  'The local server renames the response header %s and keeps its values',
  (name) => {
    expect(remapResponseHeaders([[name, ['a', 'b']]])).toEqual([[`x-amzn-Remapped-${name}`, ['a', 'b']]]);
  },
);

test.each(['Transfer-Encoding', 'Host', 'Trailer', 'Upgrade', 'Via'])(
  'The local server removes the response header %s',
  (name) => {
    expect(remapResponseHeaders([[name, ['a']]])).toEqual([]);
  },
);

test('The local server leaves other response headers unchanged', () => {
  const headers: [string, string[]][] = [
    ['Content-Type', ['text/html']],
    ['Retry-After', ['1']],
    ['Set-Cookie', ['a', 'b']],
  ];
  expect(remapResponseHeaders(headers)).toEqual(headers);
});

import { describe, expect, test } from 'vitest';
import { reachesFunction, remapResponseHeaders } from '../../../../lib/local/remapped-headers.ts';

describe('headers on their way to a function', () => {
  test.each(['Connection', 'content-length', 'Expect', 'TE', 'Upgrade', 'WWW-Authenticate'])(
    'lose %s',
    (name) => {
      expect(reachesFunction(name)).toBe(false);
    },
  );

  test.each(['Authorization', 'host', 'Content-Type', 'User-Agent', 'Accept', 'X-Anything'])(
    'keep %s',
    (name) => {
      expect(reachesFunction(name)).toBe(true);
    },
  );
});

describe('headers on their way back', () => {
  test.each(['WWW-Authenticate', 'www-authenticate', 'Date', 'Server', 'Authorization', 'Connection'])(
    'rename %s and keep its values',
    (name) => {
      expect(remapResponseHeaders([[name, ['a', 'b']]])).toEqual([[`x-amzn-Remapped-${name}`, ['a', 'b']]]);
    },
  );

  test.each(['Transfer-Encoding', 'Host', 'Trailer', 'Upgrade', 'Via'])('lose %s', (name) => {
    expect(remapResponseHeaders([[name, ['a']]])).toEqual([]);
  });

  test('other response headers are unchanged', () => {
    const headers: [string, string[]][] = [
      ['Content-Type', ['text/html']],
      ['Retry-After', ['1']],
      ['Set-Cookie', ['a', 'b']],
    ];
    expect(remapResponseHeaders(headers)).toEqual(headers);
  });
});

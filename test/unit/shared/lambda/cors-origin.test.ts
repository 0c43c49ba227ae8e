import { describe, expect, test } from 'vitest';
import { corsOriginSchema } from '../../../../shared/lambda/cors-origin.ts';
import { checkSettings, readSettings } from '../../../../shared/lambda/settings.ts';

describe('a CORS origin', () => {
  test.each([
    '*',
    'none',
    'https://app.example.com',
    'http://localhost:5173',
    'http://[::1]:5173',
    'capacitor://localhost', // apps that are web pages
  ])('may be %s', (origin) => {
    expect(corsOriginSchema.parse(origin)).toBe(origin);
  });

  test('loses a slash at its end', () => {
    expect(corsOriginSchema.parse('https://app.example.com/')).toBe('https://app.example.com');
  });

  test.each([
    '',
    'app.example.com',
    'https://app.example.com/path',
    'https://app.example.com//',
    'https://app.example.com?x',
    'https://a.example.com,https://b.example.com',
    'https://*.example.com',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://user@app.example.com',
    "https://app.example.com'",
    'http://localhost:99999',
    'null',
    '**',
  ])('cannot be %j, and the error says what can', (origin) => {
    const { error } = corsOriginSchema.safeParse(origin);
    expect(error?.issues[0]?.message).toMatch(
      /^must be none, \* or one origin .*https:\/\/app\.example\.com/,
    );
  });

  test('is checked by deployed functions', () => {
    expect(readSettings({ GUARD_CORS_ORIGIN: 'http://a.test/' }).corsOrigin).toBe('http://a.test');
    expect(() => checkSettings({ GUARD_CORS_ORIGIN: 'a.test' })).toThrow(
      /must be none, \* or one origin[\s\S]*GUARD_CORS_ORIGIN/,
    );
  });
});

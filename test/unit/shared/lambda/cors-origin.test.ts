import { expect, test } from 'vitest';
import { corsOriginSchema } from '../../../../shared/lambda/cors-origin.ts';

test.each([
  '*',
  'none',
  'https://app.example.com',
  'http://localhost:5173',
  'http://[::1]:5173',
  'capacitor://localhost', // apps that are web pages
])('The setting of a CORS origin may be %s', (origin) => {
  expect(corsOriginSchema.parse(origin)).toBe(origin);
});

test('A slash at the end of the CORS origin in the settings is removed', () => {
  expect(corsOriginSchema.parse('https://app.example.com/')).toBe('https://app.example.com');
});

const INVALID = `
  app.example.com https://app.example.com/path https://app.example.com// https://app.example.com?x
  https://a.example.com,https://b.example.com https://*.example.com https://App.example.com
  https://app.example.com:443 https://user@app.example.com https://app.example.com' http://localhost:99999
  null **`
  .trim()
  .split(/\s+/);

test.each([...INVALID, ''])(
  'The setting of a CORS origin cannot be %j, and the error describes valid origins',
  (origin) => {
    const { error } = corsOriginSchema.safeParse(origin);
    expect(error?.issues[0]?.message).toMatch(
      /^must be none, \* or one origin .*https:\/\/app\.example\.com/,
    );
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { comparedEmail, emailField } from '../../../../shared/base/email-field.ts';

test.each([
  ['info@acme.xn--p1ai', 'info@acme.xn--p1ai'],
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['Info@MÜLLER.example', 'info@xn--mller-kva.example'],
  ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
  ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
  ['почта@acme.example', undefined],
  ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
  ['o&m@acme.example', 'o&m@acme.example'],
  [' Olga+guard@Acme.Example ', 'olga+guard@acme.example'],
  ['olga@acme.example.', 'olga@acme.example'],
  ["a!#$%&'*+-/=?^_`{|}~b@acme.example", "a!#$%&'*+-/=?^_`{|}~b@acme.example"],
  [`${'a'.repeat(64)}@acme.example`, `${'a'.repeat(64)}@acme.example`],
  [`${'a'.repeat(65)}@acme.example`, undefined],
  ['x@acme-.example', undefined],
  ['x@-acme.example', undefined],
  ['x@acme', undefined],
  ['x@acme..example', undefined],
  ['x@127.0.0.1', undefined],
  ['x@[127.0.0.1]', undefined],
  ['x@acme.example/x', undefined],
  ['x@acme%2eexample', undefined],
  ['x@y@acme.example', undefined],
  ['.x@acme.example', undefined],
  ['x.@acme.example', undefined],
  ['x y@acme.example', undefined],
  ['x\r\n@acme.example', undefined],
  ['"x"@acme.example', undefined],
  ['\u212a@acme.example', undefined],
  [`x@${'a'.repeat(64)}.example`, undefined],
  [`x@${'abc.'.repeat(62)}examplex`, undefined],
  ['@acme.example', undefined],
  ['acme.example', undefined],
])('The e-mail address %j is stored as %j (undefined: rejected)', (text, stored) => {
  expect(emailField.safeParse(text).data).toBe(stored);
});

const patternOf = (schema: z.ZodMiniType) =>
  (z.globalRegistry.get(schema) as { override: { pattern: string } }).override.pattern;

test('E-mail addresses are compared in one normalized spelling, and the OpenAPI pattern allows exactly the accepted addresses', () => {
  const pattern = new RegExp(patternOf(emailField), 'u');
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\t'), (email, space) => {
      const sent = space + email + space;
      const { data } = emailField.safeParse(sent);
      expect([sent, data !== undefined]).toEqual([sent, pattern.test(sent) && sent.trim().length <= 254]);
      fc.pre(data !== undefined);
      expect(emailField.safeParse(data).data).toBe(data);
      expect(emailField.safeParse(sent.toUpperCase()).data).toBe(data);
      expect(comparedEmail(sent)).toBe(data);
    }),
  );
});

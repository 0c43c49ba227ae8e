import { expect, test } from 'vitest';
import { withPort } from '../../../docs/port.ts';

test("Another port replaces the server's port in commands", () => {
  const text = 'curl http://localhost:3000/health; npm run admin -- list-users --port 3000; seq 3000';
  expect(withPort(4000)(text)).toBe(
    'curl http://localhost:4000/health; npm run admin -- list-users --port 4000; seq 3000',
  );
});

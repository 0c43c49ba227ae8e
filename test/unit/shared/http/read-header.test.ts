import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { readHeader } from '../../../../shared/http/read-header.ts';

const eventOf = (headers: Record<string, string> | null) => ({ headers }) as unknown as APIGatewayProxyEvent;

test('a header is found by its name, in whichever case the client wrote it', () => {
  const event = eventOf({ Accept: 'text/html', 'IF-match': '"x"' });
  expect(readHeader(event, 'if-match')).toBe('"x"');
  expect(readHeader(event, 'if-none-match')).toBeUndefined();
});

test('a request may have no headers at all', () => {
  expect(readHeader(eventOf(null), 'if-match')).toBeUndefined();
});

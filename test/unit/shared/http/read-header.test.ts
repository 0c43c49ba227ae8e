import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { readHeader } from '../../../../shared/http/read-header.ts';

const eventOf = (headers: Record<string, string> | null) => ({ headers }) as unknown as APIGatewayProxyEvent;

test('A request header is found whether its name is in upper or lower case', () => {
  const event = eventOf({ Accept: 'text/html', 'IF-match': '"x"' });
  expect(readHeader(event, 'if-match')).toBe('"x"');
  expect(readHeader(event, 'if-none-match')).toBeUndefined();
});

test('In a request of API Gateway without headers, no header is found', () => {
  expect(readHeader(eventOf(null), 'if-match')).toBeUndefined();
});

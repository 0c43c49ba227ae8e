import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../../lib/admin/connection.ts';
import type { Table } from '../../../shared/table/table.ts';

const AWS = { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'AKIA', AWS_REGION: 'eu-west-1' };

const opened: Table[] = [];
afterEach(() => {
  for (const table of opened.splice(0)) table.client.destroy();
});

function open(options: Parameters<typeof connect>[0], environment: NodeJS.ProcessEnv): Table {
  const table = connect(options, environment);
  opened.push(table);
  return table;
}

describe('the table of a command', () => {
  test('is the one that the option names, else the variable', () => {
    expect(open({ table: 'option' }, { ...AWS, TABLE_NAME: 'variable' }).name).toBe('option');
    expect(open({}, { ...AWS, TABLE_NAME: 'variable' }).name).toBe('variable');
  });

  test('must be named, except on this machine', () => {
    expect(() => connect({}, { ...AWS })).toThrow(/--table or TABLE_NAME/);
    expect(() => connect({}, { ...AWS, TABLE_NAME: '' })).toThrow(/--table or TABLE_NAME/);
    expect(() => connect({ endpoint: 'https://dynamodb.example.com' }, { ...AWS })).toThrow(/--table/);
    expect(open({ endpoint: 'http://127.0.0.1:8000' }, {}).name).toBe('guard-local');
    expect(open({}, { DYNAMODB_ENDPOINT: 'http://localhost:8000' }).name).toBe('guard-local');
  });
});

describe('the credentials of a command', () => {
  test('are left alone where it goes to AWS, or to another machine', () => {
    for (const endpoint of [
      undefined,
      'https://dynamodb.eu-west-1.amazonaws.com',
      'http://127.0.0.1.example.com',
    ]) {
      const environment = { ...AWS };
      open({ table: 'guard', ...(endpoint ? { endpoint } : {}) }, environment);
      expect(environment).toEqual(AWS);
    }
  });

  test.each([
    'http://127.0.0.1:8000',
    'http://localhost:8000',
    'http://[::1]:8000',
    'http://db.localhost:8000',
  ])('are never those of AWS on this machine: %s', (endpoint) => {
    const environment: NodeJS.ProcessEnv = { ...AWS };
    open({ endpoint }, environment);
    expect(environment['AWS_PROFILE']).toBeUndefined();
    expect(environment['AWS_ACCESS_KEY_ID']).toBe('local');
  });
});

test.each(['nonsense', 'localhost:8000', 'ftp://127.0.0.1'])('the endpoint %s is refused', (endpoint) => {
  expect(() => connect({ endpoint }, {})).toThrow(/must be an http\(s\) URL/);
});

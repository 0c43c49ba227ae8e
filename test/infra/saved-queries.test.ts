import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SAVED_QUERIES } from '../../lib/cdk/monitoring/saved-queries.ts';
import { callEndpoint } from '../support/call-endpoint.ts';
import { synthesize } from './synthesis.ts';

const synthesis = synthesize({ stage: 'prod' });

const stageSchema = z.object({ AccessLogSetting: z.object({ Format: z.string() }) });
const accessLog = [...synthesis.properties('AWS::ApiGateway::Stage', stageSchema).values()].flatMap(
  ({ AccessLogSetting }) => Object.keys(JSON.parse(AccessLogSetting.Format)),
);

const { logged } = await callEndpoint({
  endpoint: () => {
    throw new Error('no');
  },
});
const written = logged.flatMap(({ fields }) => Object.keys(fields));

/** What Lambda, CloudWatch and Powertools put into a line, and what the authorizer does. */
const OTHERS = [
  '@timestamp',
  '@log',
  '@message',
  'level',
  'message',
  'release',
  'function_version',
  'reason',
];
const FIELDS = new Set([...accessLog, ...written, ...OTHERS]);

/** Commands, functions and words of the language (AWS, "CloudWatch Logs Insights language query syntax"). */
const WORDS = new Set(
  'filter fields stats sort limit by as and or asc desc ispresent count sum pct min max'.split(' '),
);

/** The names in a query that are neither the language's nor made in it. */
function fieldsOf(query: string): string[] {
  const text = query.replaceAll(/"[^"]*"/g, '');
  const made = new Set(Array.from(text.matchAll(/ as (\w+)/g), ([, name]) => name));
  const names = text.match(/@?[a-zA-Z_][\w.]*/g) ?? [];
  return names.filter((name) => !WORDS.has(name) && !made.has(name));
}

describe.each(SAVED_QUERIES)('the saved query "$name"', ({ name, query, parameters = {} }) => {
  const text = query.join('\n| ');

  test('is in the console, in the folder of its stage, whatever log groups are chosen there', () => {
    synthesis.template.hasResourceProperties('AWS::Logs::QueryDefinition', {
      Name: `guard-prod/${name}`,
      QueryString: text,
    });
    expect(text).not.toContain('SOURCE');
  });

  test('asks for fields that the lines of the logs have', () => {
    const fields = fieldsOf(text);
    expect(fields.length).toBeGreaterThan(0);
    // Of an object, its own name is known.
    expect(fields.filter((field) => !FIELDS.has(field.split('.')[0] ?? ''))).toEqual([]);
  });

  test('asks for what it says that it asks for', () => {
    const asked = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, parameter]) => parameter));
    expect([...asked]).toEqual(Object.keys(parameters));
  });
});

test('the reader of queries sees a field that no line has', () => {
  expect(fieldsOf('filter mesage = "request" | stats count(*) as n by route')).toEqual(['mesage', 'route']);
  expect(FIELDS.has('mesage')).toBe(false);
});

test('no log groups are named: a stage has more than a query may name', () => {
  const queries = synthesis.template.findResources('AWS::Logs::QueryDefinition');
  expect(Object.keys(queries)).toHaveLength(SAVED_QUERIES.length);
  expect(JSON.stringify(queries)).not.toContain('LogGroupNames');
});

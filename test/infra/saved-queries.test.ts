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

/** The fields that Lambda, CloudWatch, Powertools and the authorizer write. */
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

/** The fields of a query: neither words of the language nor names from the query. */
function fieldsOf(query: string): string[] {
  const text = query.replaceAll(/"[^"]*"/g, '');
  const made = new Set(Array.from(text.matchAll(/ as (\w+)/g), ([, name]) => name));
  const names = text.match(/@?[a-zA-Z_][\w.]*/g) ?? [];
  return names.filter((name) => !WORDS.has(name) && !made.has(name));
}

describe.each(SAVED_QUERIES)('the saved query "$name"', ({ name, query, parameters = {} }) => {
  const text = query.join('\n| ');

  test('CloudWatch shows each saved query in the folder of the stage, and the query names no log groups', () => {
    synthesis.template.hasResourceProperties('AWS::Logs::QueryDefinition', {
      Name: `guard-prod/${name}`,
      QueryString: text,
    });
    expect(text).not.toContain('SOURCE');
  });

  test('Each saved query uses only fields that Guard’s logs contain', () => {
    const fields = fieldsOf(text);
    expect(fields.length).toBeGreaterThan(0);
    // An object contributes its own name.
    expect(fields.filter((field) => !FIELDS.has(field.split('.')[0] ?? ''))).toEqual([]);
  });

  test('Each saved query uses exactly the parameters that it declares', () => {
    const asked = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, parameter]) => parameter));
    expect([...asked]).toEqual(Object.keys(parameters));
  });
});

test('The test helper fieldsOf also finds a misspelled field in a saved query', () => {
  expect(fieldsOf('filter mesage = "request" | stats count(*) as n by route')).toEqual(['mesage', 'route']);
  expect(FIELDS.has('mesage')).toBe(false);
});

test('The saved queries name no log groups, because a stage has more log groups than a query may name', () => {
  const queries = synthesis.template.findResources('AWS::Logs::QueryDefinition');
  expect(Object.keys(queries)).toHaveLength(SAVED_QUERIES.length);
  expect(JSON.stringify(queries)).not.toContain('LogGroupNames');
});

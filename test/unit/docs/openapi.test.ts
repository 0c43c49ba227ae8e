import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { OPENAPI_FILE, printOpenApi } from '../../../lib/openapi/print-openapi.ts';

/** The linters run as libraries, because their commands send telemetry. */

const source = printOpenApi(routes);

async function lintWithRedocly(text: string) {
  const config = await createConfig({ extends: ['recommended'] });
  return lintFromString({ source: text, absoluteRef: OPENAPI_FILE, config });
}

function lintWithSpectral(text: string) {
  const linter = new spectral.Spectral();
  // Spectral's own types do not agree with each other.
  // Compiling the schemas of all bodies takes seconds, and test/unit/lib/openapi/print-openapi.document.test.ts validates the examples.
  linter.setRuleset({
    extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']],
    rules: { 'oas3-valid-media-example': 'off' },
  });
  return linter.run(JSON.parse(text));
}

test('The OpenAPI document passes the recommended rules of Redocly', async () => {
  const problems = await lintWithRedocly(source);
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('The OpenAPI document passes the recommended rules of Spectral', async () => {
  const problems = await lintWithSpectral(source);
  expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
});

test('Both linters, Redocly and Spectral, find errors in an OpenAPI document that breaks their rules', async () => {
  const { info, paths, components, ...document } = JSON.parse(source);
  const { contact, ...anonymous } = info;
  const { '/health': health } = paths;
  health.get.responses['200'].content['application/json'].example = { status: 7 };
  const text = JSON.stringify({ ...document, info: anonymous, paths: { '/health': health }, components });
  const spectralCodes = (await lintWithSpectral(text)).map(({ code }) => code);
  expect(spectralCodes).toContain('info-contact');
  const redoclyRules = (await lintWithRedocly(text)).map(({ ruleId }) => ruleId);
  expect(redoclyRules).toContain('no-invalid-media-type-examples');
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getContactRoute } from '../../functions/contacts.ts';
import { topOutsideRoot } from '../../lib/cdk/api/path-stacks.ts';
import { templateSchema } from './join-templates.ts';
import { RELEASED_API } from './released-api.ts';
import { DEV, PROD } from './stages-with-options.ts';
import { FEW_ROUTES, synthesize, synthesizeWhole } from './synthesis.ts';

const reference = z.object({ Ref: z.string() });
const placeSchema = z.object({
  PathPart: z.string().optional(),
  HttpMethod: z.string().optional(),
  ParentId: reference.optional().catch(undefined),
  ResourceId: reference.optional().catch(undefined),
});

/** The paths and methods of the API in one template, by logical id: `/health`, and `GET /health`. */
function apiOf(text: string): Record<string, string> {
  const { Resources } = templateSchema.parse(JSON.parse(text));
  const isOfApi = ({ Type }: { Type: string }) => /^AWS::ApiGateway::(Resource|Method)$/.test(Type);
  const places = new Map(
    Object.entries(Resources)
      .filter(([, it]) => isOfApi(it))
      .map(([id, { Properties }]) => [id, placeSchema.parse(Properties)]),
  );
  const pathOf = (id: string | undefined): string => {
    const place = places.get(id ?? '');
    return place ? `${pathOf(place.ParentId?.Ref)}/${place.PathPart}` : '';
  };
  return Object.fromEntries(
    [...places].map(([id, { HttpMethod, ResourceId }]) => [
      id,
      HttpMethod ? `${HttpMethod} ${pathOf(ResourceId?.Ref) || '/'}` : pathOf(id),
    ]),
  );
}

describe.each([
  ['dev', DEV],
  ['prod', PROD],
])('the stage %s', (_, context) => {
  const { rootText, nestedTexts } = synthesizeWhole(context);
  const inRoot = apiOf(rootText);

  test('Every API path and method that an earlier release deployed in the root stack remains there with its logical id', () => {
    expect(inRoot).toMatchObject(RELEASED_API);
  });

  test('The root stack contains no API path except those that an earlier release deployed there', () => {
    const released = new Set(Object.values(RELEASED_API));
    const newer = Object.values(inRoot).filter((it) => it.startsWith('/') && !released.has(it));
    expect(newer).toEqual([]);
  });

  test('A nested stack contains functions or API paths, but not both, because functions are deployed before the authorizer and paths after', () => {
    const mixed = [...nestedTexts].flatMap(([id, text]) =>
      Object.keys(apiOf(text)).length > 0 && text.includes('"AWS::Lambda::') ? [id] : [],
    );
    expect(mixed).toEqual([]);
  });

  test('The API Gateway deployment is created after the nested stacks with the API’s paths', () => {
    const { Resources } = templateSchema.parse(JSON.parse(rootText));
    const [deployment] = Object.values(Resources).filter(
      ({ Type }) => Type === 'AWS::ApiGateway::Deployment',
    );
    const stacks = [...nestedTexts].filter(([, text]) => Object.keys(apiOf(text)).length > 0);
    expect(stacks.length).toBeGreaterThan(0);
    expect(deployment?.['DependsOn']).toEqual(expect.arrayContaining(stacks.map(([id]) => id)));
  });
});

test('The API is deployed again when a method in a nested stack changes', () => {
  expect(topOutsideRoot(getContactRoute.path)).toBe('/api/v1/contacts');
  const [before, after] = [getContactRoute, { ...getContactRoute, access: 'anyone' } as const].map(
    (route) => {
      const synthesis = synthesize(DEV, { routes: [...FEW_ROUTES, route] });
      return [...synthesis.resources('AWS::ApiGateway::Deployment', z.unknown()).keys()].join();
    },
  );
  expect(after).not.toBe(before);
});

import { Resolver } from 'node:dns/promises';
import * as z from 'zod/mini';
import { tenantQuery, timestampField } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { withMeta } from '../shared/base/schema.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { connectKey } from '../shared/lambda/connect-key.ts';
import type { ResolveTxt } from '../shared/lambda/runtime.ts';
import {
  checkMayProvide,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '../shared/sso/change-providers.ts';
import { verifyDomains } from '../shared/sso/domains.ts';
import { IDENTITY_PROVIDERS, publicProvider } from '../shared/sso/identity-provider.ts';
import {
  identityProviderChangesSchema,
  identityProviderInputSchema,
  identityProviderPageSchema,
  identityProviderSchema,
} from '../shared/sso/provider-contract.ts';
import { startTest } from '../shared/sso/test-sign-in.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';

const TRY_MS = 1_500;
/** The time limit for all attempts at all DNS servers together, because a caller waits. */
const TOTAL_MS = 5_000;

const resolveTxtByDns: ResolveTxt = (name) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  AbortSignal.timeout(TOTAL_MS).addEventListener('abort', () => resolver.cancel());
  return resolver.resolveTxt(name);
};

export const listIdentityProvidersRoute = defineRoute('identity-providers/list-identity-providers', {
  method: 'GET',
  path: '/api/v1/identity-providers',
  summary: 'List identity providers, newest first',
  access: 'identity_providers:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the identity providers in the scope of the caller.',
    body: identityProviderPageSchema,
  },
  table: listUse(IDENTITY_PROVIDERS),
});

export const listIdentityProvidersHandler = createEndpoint(
  listIdentityProvidersRoute,
  async (request, { table }) => ({
    body: await answerList(request, async (scope, _, page) => {
      const { items, ...ends } = await listIdentityProviders(table, scope, page);
      const { baseUrl } = request;
      return { ...ends, items: items.map((it) => publicProvider(it, baseUrl)) };
    }),
  }),
);

export const createIdentityProviderRoute = defineRoute('identity-providers/create-identity-provider', {
  method: 'POST',
  path: '/api/v1/identity-providers',
  summary: 'Create an identity provider',
  access: 'identity_providers:create',
  isAudited: true,
  request: { query: tenantQuery, body: identityProviderInputSchema },
  response: {
    status: 201,
    description: 'The new provider. People sign in with it once one of its domains is verified.',
    body: identityProviderSchema,
  },
  errors: ['not_found', 'too_many_identity_providers'],
  settings: ['GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const createIdentityProviderHandler = createAuditedEndpoint(
  createIdentityProviderRoute,
  async ({ body, query, scope, caller, now, baseUrl }, { table, randomBytes, clock, settings }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    await checkMayProvide(table, caller, tenantId);
    const provider = await createIdentityProvider(table, body, {
      id: newId(now, randomBytes),
      tenantId,
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKey(settings.identityProviderEncryptionKey, clock),
    });
    return { body: publicProvider(provider, baseUrl) };
  },
);

export const getIdentityProviderRoute = defineRoute('identity-providers/get-identity-provider', {
  method: 'GET',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  target: IDENTITY_PROVIDERS,
  summary: 'Read an identity provider',
  access: 'identity_providers:read',
  response: { description: 'The provider, without its client secret.', body: identityProviderSchema },
});

export const getIdentityProviderHandler = createEndpoint(getIdentityProviderRoute, ({ target, baseUrl }) => ({
  body: publicProvider(target.entity, baseUrl),
}));

export const updateIdentityProviderRoute = defineRoute('identity-providers/update-identity-provider', {
  method: 'PATCH',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  target: IDENTITY_PROVIDERS,
  summary: 'Change an identity provider',
  access: 'identity_providers:update',
  isAudited: true,
  request: { body: identityProviderChangesSchema },
  response: {
    description: 'The changed provider. A removed domain is free for others.',
    body: identityProviderSchema,
  },
  settings: ['GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateIdentityProviderHandler = createAuditedEndpoint(
  updateIdentityProviderRoute,
  async ({ target, body, caller, ifMatch, now, baseUrl }, { table, randomBytes, clock, settings }) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    const provider = await updateIdentityProvider(table, target, body, {
      ifMatch,
      baseUrl,
      at: formatTimestamp(now),
      randomBytes,
      destinations: settings.destinations,
      key: connectKey(settings.identityProviderEncryptionKey, clock),
    });
    return { body: publicProvider(provider, baseUrl) };
  },
);

export const deleteIdentityProviderRoute = defineRoute('identity-providers/delete-identity-provider', {
  method: 'DELETE',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  target: IDENTITY_PROVIDERS,
  summary: 'Delete an identity provider',
  access: 'identity_providers:delete',
  isAudited: true,
  response: { description: 'The provider is deleted, and its domains are free for others.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});

export const deleteIdentityProviderHandler = createAuditedEndpoint(
  deleteIdentityProviderRoute,
  async ({ target, caller, ifMatch, baseUrl }, { table }) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    await deleteIdentityProvider(table, target, { ifMatch, baseUrl });
  },
);

export const testIdentityProviderRoute = defineRoute('identity-providers/test-identity-provider', {
  method: 'POST',
  path: '/api/v1/identity-providers/{identity_provider_id}/test',
  target: IDENTITY_PROVIDERS,
  summary: 'Begin a test sign-in with an identity provider',
  access: 'identity_providers:update',
  response: {
    description:
      'Where to sign in. The browser then returns to `{base_url}/console#/sign-in-test?report=…`: base64url of JSON with what Guard would do. Nobody is signed in, and nothing changes. A disabled provider can be tested, too.',
    body: withMeta(
      z.object({ test_id: z.string(), authorization_url: z.string(), expires_at: timestampField }),
      {
        id: 'SignInTest',
        examples: [
          {
            test_id: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
            authorization_url: 'https://login.acme.example/authorize?client_id=guard&state=…',
            expires_at: '2026-11-20T12:10:30.000+00:00',
          },
        ],
      },
    ),
    etag: false,
  },
  errors: ['sso_not_available'],
  settings: ['GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY'],
  table: { actions: ['PutItem'] },
});

export const testIdentityProviderHandler = createEndpoint(
  testIdentityProviderRoute,
  async ({ target, now, baseUrl }, runtime) => ({ body: await startTest(runtime, target, { baseUrl, now }) }),
);

export const verifyIdentityProviderRoute = defineRoute('identity-providers/verify-identity-provider', {
  method: 'POST',
  path: '/api/v1/identity-providers/{identity_provider_id}/verify',
  target: IDENTITY_PROVIDERS,
  summary: 'Verify the domains of an identity provider',
  access: 'identity_providers:update',
  isAudited: true,
  response: {
    description:
      'The provider. `verified_at` remains null for a domain without the TXT record `_guard.<domain>` with its challenge.',
    body: identityProviderSchema,
    etag: false,
  },
  errors: ['domain_taken', 'changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const verifyIdentityProviderHandler = createAuditedEndpoint(
  verifyIdentityProviderRoute,
  async (
    { target, caller, now, baseUrl },
    { table, settings: { destinations }, resolveTxt = resolveTxtByDns },
  ) => {
    await checkMayProvide(table, caller, target.entity.tenant_id);
    const at = formatTimestamp(now);
    const provider = await verifyDomains(table, target.entity, { at, destinations, resolveTxt });
    return { body: publicProvider(provider, baseUrl) };
  },
);

import * as z from 'zod/mini';
import { EXAMPLE_TOKEN, tokenField } from '../shared/accounts/token-field.ts';
import { EXAMPLE_USER, userSchema } from '../shared/accounts/user.ts';
import { emailField } from '../shared/base/email-field.ts';
import { ApiError, invalidField } from '../shared/base/errors.ts';
import { timestampField } from '../shared/base/fields.ts';
import { withMeta } from '../shared/base/schema.ts';
import { auditedRuntime, type EndpointAnswer, senderOf } from '../shared/http/endpoint.ts';
import { parseBody, parseInput } from '../shared/http/parse-input.ts';
import { createPipeline } from '../shared/http/pipeline.ts';
import type { PipelineEvent } from '../shared/http/pipeline-state.ts';
import { publicBaseUrl } from '../shared/http/public-url.ts';
import { countSignedOut } from '../shared/http/rate-limit.ts';
import { REDIRECT_STATUS } from '../shared/http/redirect.ts';
import type { EndpointResult } from '../shared/http/respond.ts';
import { defineRoute } from '../shared/http/route.ts';
import type { MetricValue } from '../shared/lambda/metrics.ts';
import { finishAtProvider, type ProviderAnswer } from '../shared/sso/finish-at-provider.ts';
import { CALLBACK_PATH } from '../shared/sso/identity-provider.ts';
import { logOut } from '../shared/sso/log-out.ts';
import { redeemCode } from '../shared/sso/redeem-code.ts';
import { consoleUri, isAllowedRedirect, PROVIDER_FAILED, startSignIn } from '../shared/sso/start-sign-in.ts';
import { finishTest, isTestState } from '../shared/sso/test-sign-in.ts';

/** A sign-in at a provider cannot guess a password here, so its address has the higher limit of known people. */
const CANNOT_GUESS = true;

/**
 * The metric of a sign-in that failed at the identity provider or after it. Failed redemptions are counted by their error
 * code (pipeline.ts).
 */
const FAILED_SIGN_IN: MetricValue = {
  name: 'AuthenticationFailures',
  value: 1,
  dimensions: { credential: 'sso' },
};

export const startSsoRoute = defineRoute('sso/start-sso', {
  method: 'POST',
  path: '/api/v1/auth/sso',
  summary: 'Begin to sign in with an identity provider',
  access: 'anyone',
  rateClass: 'login',
  request: {
    body: withMeta(
      z.strictObject({
        email: emailField,
        redirect_uri: withMeta(z.string().check(z.minLength(1), z.maxLength(500)), {
          description:
            'Where the browser returns to with `code` or `error`: `{base_url}/console`, or a URI of `ssoRedirectUris`.',
        }),
        code_challenge: withMeta(
          z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be 43 characters of base64url' })),
          {
            description: 'The SHA-256 of your `code_verifier` in base64url (RFC 7636, S256).',
          },
        ),
      }),
      {
        id: 'SsoStart',
        examples: [
          {
            email: EXAMPLE_USER.email,
            redirect_uri: 'https://api.guard.example/console',
            code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          },
        ],
      },
    ),
  },
  response: {
    description: 'Where to send the browser.',
    body: withMeta(z.object({ authorization_url: z.string(), expires_at: timestampField }), {
      id: 'SsoStarted',
      examples: [
        {
          authorization_url: 'https://login.acme.example/authorize?client_id=guard&state=…',
          expires_at: '2026-11-20T12:10:30.000+00:00',
        },
      ],
    }),
  },
  errors: ['sso_not_available'],
  table: { actions: ['GetItem', 'PutItem'] },
  settings: ['GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY', 'GUARD_SSO_REDIRECT_URIS'],
});

export const startSsoHandler = createPipeline(startSsoRoute, startSso);

async function startSso(event: PipelineEvent): Promise<EndpointAnswer<typeof startSsoRoute>> {
  const { runtime, now, metrics } = event.state;
  await countSignedOut(event, 'email', CANNOT_GUESS);
  const { email, redirect_uri: redirectUri, code_challenge } = parseBody(startSsoRoute, event);
  const baseUrl = publicBaseUrl(event, startSsoRoute.path);
  if (!isAllowedRedirect(redirectUri, { baseUrl, ssoRedirectUris: runtime.settings.ssoRedirectUris })) {
    throw invalidField(
      'redirect_uri',
      'The redirect_uri field must be the URL of the console, or one that the service allows.',
    );
  }
  const start = { email, redirectUri, codeChallenge: code_challenge, baseUrl, now };
  const body = await startSignIn(runtime, start).catch((error: unknown) => {
    // An e-mail address without a provider is not counted, because it is a mistake of the person.
    if (error instanceof ApiError && error.reason === PROVIDER_FAILED) metrics.push(FAILED_SIGN_IN);
    throw error;
  });
  return { body };
}

/** The identity provider redirects the browser to this route. Whatever happened, it answers 302 to the client. */
export const returnFromSsoRoute = defineRoute('sso/return-from-sso', {
  method: 'GET',
  path: `${CALLBACK_PATH}/{provider_id}`,
  summary: 'Return from an identity provider',
  // Not documented, because only browsers call it, on behalf of a provider.
  isDocumented: false,
  access: 'anyone',
  response: { description: 'A redirect to the client, with `code` or `error`.' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem'] },
  settings: ['GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY'],
});

export const returnFromSsoHandler = createPipeline(returnFromSsoRoute, returnFromSso);

async function returnFromSso(event: PipelineEvent): Promise<EndpointResult> {
  const { runtime, now, metrics } = event.state;
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => parameter(event, name));
  const answer = {
    providerId: event.state.pathParameters?.['provider_id'],
    state: state ?? '',
    code,
    iss,
    error,
  };
  if (isTestState(answer.state)) return returnFromTest(event, answer);
  const { redirectUri, outcome, reason, provider } = await finishAtProvider(runtime, answer, now);
  if (reason) runtime.logger.info('Single sign-on failed', { reason, ...provider });
  // Not counted: an unknown state, which anybody may send, and a person who cancels.
  if (provider && 'error' in outcome && outcome.error === 'sso_failed') metrics.push(FAILED_SIGN_IN);
  // Guard redirects only to a client that it knows. Without a valid state, it redirects to the console.
  const target = new URL(redirectUri ?? consoleUri(publicBaseUrl(event, returnFromSsoRoute.path)));
  for (const [name, value] of Object.entries(outcome)) target.searchParams.set(name, value);
  return redirectTo(target);
}

/** Ends a test sign-in. Nobody is signed in: the console shows the report, and a test that is not valid is a failed sign-in. */
async function returnFromTest(event: PipelineEvent, answer: ProviderAnswer): Promise<EndpointResult> {
  const { runtime, now } = event.state;
  const report = await finishTest(runtime, answer, now);
  const target = new URL(consoleUri(publicBaseUrl(event, returnFromSsoRoute.path)));
  if (report === undefined) target.searchParams.set('error', 'sso_failed');
  else target.hash = `#/sign-in-test?report=${Buffer.from(JSON.stringify(report)).toString('base64url')}`;
  runtime.logger.info('Single sign-on was tested', {
    reason: report?.reason,
    provider_id: report?.provider_id,
  });
  return redirectTo(target);
}

const redirectTo = ({ href }: URL): EndpointResult => ({
  status: REDIRECT_STATUS,
  headers: { Location: href, 'Referrer-Policy': 'no-referrer' },
});

/** A query parameter; `undefined` if it was given more than once. */
function parameter({ multiValueQueryStringParameters }: PipelineEvent, name: string): string | undefined {
  const values = multiValueQueryStringParameters?.[name] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

export const redeemSsoCodeRoute = defineRoute('sso/redeem-sso-code', {
  method: 'POST',
  path: '/api/v1/auth/sso/token',
  summary: 'Exchange the code of a single sign-on for a token',
  access: 'anyone',
  rateClass: 'login',
  isAudited: true,
  request: {
    body: withMeta(
      z.strictObject({
        code: withMeta(z.string().check(z.minLength(1), z.maxLength(100)), {
          description: 'The code of the redirect. It is valid once, for 60 seconds.',
        }),
        code_verifier: withMeta(
          z.string().check(
            z.regex(/^[A-Za-z0-9._~-]{43,128}$/, {
              error: 'must be 43 to 128 letters, digits and signs of ._~-',
            }),
          ),
          {
            writeOnly: true,
            description: 'The text of which you sent the SHA-256 as `code_challenge`.',
          },
        ),
      }),
      {
        id: 'SsoCode',
        examples: [
          {
            code: 'k3H9yVb1mO6sQwE2rT8uZxCvBnMaSdFgHjKlPoIuYtR',
            code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          },
        ],
      },
    ),
  },
  response: {
    description: 'A new token and its user.',
    body: withMeta(z.object({ token: tokenField, user: userSchema }), {
      id: 'SignedInBySso',
      examples: [{ token: EXAMPLE_TOKEN, user: EXAMPLE_USER }],
    }),
  },
  errors: [
    'sso_code_not_valid',
    'sso_not_available',
    'sso_account_unknown',
    'sso_login_disabled',
    'sso_role_missing',
    'sso_role_unknown',
    'account_not_active',
    'last_tenant_master',
    'changed_too_often',
    'not_found',
  ],
  table: {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  },
  settings: ['TOKEN_EXPIRATION'],
});

export const redeemSsoCodeHandler = createPipeline(redeemSsoCodeRoute, redeemSsoCode);

async function redeemSsoCode(event: PipelineEvent): Promise<EndpointAnswer<typeof redeemSsoCodeRoute>> {
  const { now, metrics } = event.state;
  await countSignedOut(event, 'code', CANNOT_GUESS);
  const { code, code_verifier: codeVerifier } = parseBody(redeemSsoCodeRoute, event);
  const signedIn = await redeemCode(auditedRuntime(event), {
    code,
    codeVerifier,
    sender: senderOf(event),
    now,
  });
  metrics.push({ name: 'SsoSignIns', value: 1 });
  return { body: signedIn };
}

/** The route is that of OpenID Connect Back-Channel Logout 1.0. Its body is a form, as that standard requires. */
export const endSsoSessionsRoute = defineRoute('sso/end-sso-sessions', {
  method: 'POST',
  path: '/api/v1/auth/sso/logout/{provider_id}',
  summary: 'End the sessions that an identity provider logs out',
  // Not documented, because only providers call it.
  isDocumented: false,
  access: 'anyone',
  isAudited: true,
  response: { description: 'The sessions have ended.' },
  errors: ['logout_token_not_valid', 'not_found', 'too_many_requests'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'], indexes: ['platform'] },
});

export const endSsoSessionsHandler = createPipeline(endSsoSessionsRoute, endSsoSessions);

async function endSsoSessions(event: PipelineEvent): Promise<Record<string, never>> {
  const { now, input } = event.state;
  parseInput(endSsoSessionsRoute, event);
  const { provider_id: providerId } = input.path as { provider_id: string };
  const form = new URLSearchParams(
    Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
  );
  const tokens = form.getAll('logout_token');
  const [token] = tokens;
  if (token === undefined || tokens.length > 1)
    throw new ApiError('logout_token_not_valid', { reason: 'no_token' });
  const address = event.requestContext.identity.sourceIp;
  await logOut(auditedRuntime(event), { providerId, token, address, now });
  return {};
}

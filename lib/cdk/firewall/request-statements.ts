import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { getHealthRoute } from '../../../functions/health.ts';
import { routes } from '../../../functions/routes.ts';
import { AUTHORIZATION_PATTERN } from '../../../shared/http/caller.ts';
import type { Route } from '../../../shared/http/route.ts';

type Statement = CfnWebACL.StatementProperty;

const UNCHANGED = [{ priority: 0, type: 'NONE' }];

export const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/**
 * The request carries a credential that Guard can have issued. Only the authorizer verifies it. AWS WAF has no capturing groups
 * ("Supported regular expression syntax").
 */
export const hasCredential: Statement = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    regexString: AUTHORIZATION_PATTERN.replaceAll(/\((?!\?)/g, '(?:'),
    textTransformations: UNCHANGED,
  },
};

/**
 * The request is for one of these routes. Without a domain its path begins with the stage. API Gateway ignores a slash at
 * its end. Only the plain spelling matches, since `/devices/..%2Falerts` names a device and not the list.
 */
function isAt(isMeant: (route: Route) => boolean): Statement {
  const paths = routes.filter(isMeant).map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+'));
  return {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString: `^(?:/[^/]+)?(?:${paths.join('|')})/*$`,
      textTransformations: UNCHANGED,
    },
  };
}

const hasMethod = (method: 'GET' | 'OPTIONS' | 'POST'): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    searchString: method,
    positionalConstraint: 'EXACTLY',
    textTransformations: UNCHANGED,
  },
});

/** The request is a preflight, with which browsers send no credential. */
export const isPreflight: Statement = hasMethod('OPTIONS');

/** The request is for a polled list, or a report. */
export const isFrequent: Statement = {
  orStatement: {
    statements: [
      { andStatement: { statements: [hasMethod('GET'), isAt(({ isPolled = false }) => isPolled)] } },
      isAt(({ rateClass }) => rateClass === 'report'),
    ],
  },
};

/** The request is one that every screen makes when it opens. */
export const opensScreens: Statement = {
  orStatement: {
    statements: (['GET', 'POST'] as const).map((method) => ({
      andStatement: {
        statements: [
          hasMethod(method),
          isAt((route) => route.opensScreens === true && route.method === method),
        ],
      },
    })),
  },
};

export const isHealthCheck: Statement = isAt(({ name }) => name === getHealthRoute.name);

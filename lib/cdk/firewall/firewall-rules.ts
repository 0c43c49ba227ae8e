import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { getHealthRoute } from '../../../functions/health.ts';
import { routes } from '../../../functions/routes.ts';
import { AUTHORIZATION_PATTERN } from '../../../shared/http/caller.ts';
import type { Route } from '../../../shared/http/route.ts';
import type { StageSettings } from '../stage-settings.ts';
import { blockForAWhile } from './blocked-response.ts';

type Statement = CfnWebACL.StatementProperty;

const UNCHANGED = [{ priority: 0, type: 'NONE' }];

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/**
 * The request carries a credential that Guard can have issued. Only the authorizer verifies it. AWS WAF has no capturing groups
 * ("Supported regular expression syntax").
 */
const hasCredential: Statement = {
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
const isPreflight: Statement = hasMethod('OPTIONS');

/** The request is for a polled list, or a report. */
const isFrequent: Statement = {
  orStatement: {
    statements: [
      { andStatement: { statements: [hasMethod('GET'), isAt(({ isPolled = false }) => isPolled)] } },
      isAt(({ rateClass }) => rateClass === 'report'),
    ],
  },
};

/** The request is one that every screen makes when it opens. */
const opensScreens: Statement = {
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

const isHealthCheck: Statement = isAt(({ name }) => name === getHealthRoute.name);

/** The period over which requests are counted. */
const FIREWALL_WINDOW_SECONDS = 300;

/** The shares of `firewallRequestsPerAddress` that an address has for requests that clients send less often. */
const SHARES_OF_ONE_ADDRESS = {
  /**
   * The share for requests other than polled lists, reports, and what screens call when they open: their methods have lower
   * throttles (lib/cdk/api/throttling.ts).
   */
  seldom: 1 / 4,
  /**
   * The share for requests without a credential that Guard can have issued: logins, and what gets 401. The page of the console
   * and its files are left out, so that a shift of 500 people can sign in behind one address, also with single sign-on.
   */
  anonymous: 1 / 6,
  /** The share for preflights. They do not count as anonymous, since a page of another origin preflights each URL. */
  preflight: 1 / 16,
};

/** Rules that AWS maintains (AWS, "AWS Managed Rules rule groups list"). */
interface ManagedRuleGroup {
  readonly name: string;
  /** The namespace of its labels. */
  readonly labels: string;
  /** Rules that only count, since they would block valid requests. */
  readonly countedRules: readonly string[];
  /** The requests that it inspects; all by default. */
  readonly inspects?: CfnWebACL.StatementProperty;
}

/** Rules that match all requests of some valid clients: logging these would cost thousands a month. */
const UNLOGGED_RULES: readonly string[] = ['NoUserAgent_HEADER', 'SizeRestrictions_BODY'];

/**
 * These exclude the rules against SQL injection, since Guard has no SQL and names have apostrophes, and those against
 * anonymous addresses, since mobile guards use VPNs.
 *
 * No rule blocks a request for its body: messages, names and passwords are free text, and no alert may get lost. AWS WAF
 * ignores an override with an unknown name, so the names must match AWS's list ("Baseline rule groups").
 */
const MANAGED_RULE_GROUPS: readonly ManagedRuleGroup[] = [
  {
    name: 'AWSManagedRulesAmazonIpReputationList',
    labels: 'amazon-ip-list',
    countedRules: [],
    // Devices, guards and Guard's own probes may share an address with an attacker: their credential decides.
    inspects: not({ orStatement: { statements: [hasCredential, isHealthCheck] } }),
  },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    labels: 'known-bad-inputs',
    countedRules: [
      // These are attacks on Java and React, which Guard does not run. An intrusion detector may quote one in its report.
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ],
  },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    labels: 'core-rule-set',
    countedRules: [
      // Alarm panels and scripts often send no user agent.
      'NoUserAgent_HEADER',
      // Blocks bodies from 8 KB. Guard accepts 64 KiB, and answers 413 to larger bodies.
      'SizeRestrictions_BODY',
      // Network monitors report internal addresses such as 169.254.169.254. Guard calls no address from a request.
      'EC2MetaDataSSRF_BODY',
      // Cameras report URLs of pictures with an IP address, such as "http://192.0.2.7/snapshot.jpg".
      'GenericRFI_BODY',
      // Text such as "../" in a message or a password. Guard opens no file by a name from a request.
      'GenericLFI_BODY',
      // Markup in a message or a password. Guard answers with JSON, which browsers do not render.
      'CrossSiteScripting_BODY',
    ],
  },
];

/** The name of the firewall in AWS WAF's metrics. */
export const webAclMetric = ({ stage }: StageSettings): string => `guard-${stage}`;

/** The labels of requests that a logged rule counted, such as `…:core-rule-set:GenericLFI_Body`. */
export const loggedLabels = (): string[] =>
  MANAGED_RULE_GROUPS.flatMap(({ labels, countedRules }) =>
    countedRules
      .filter((rule) => !UNLOGGED_RULES.includes(rule))
      .map((rule) => `awswaf:managed:aws:${labels}:${rule.replace(/_BODY$/, '_Body')}`),
  );

/** The rules in the order of their evaluation: cheap rules first. */
export function firewallRules(settings: StageSettings): CfnWebACL.RuleProperty[] {
  const tooOften = blockForAWhile(settings, FIREWALL_WINDOW_SECONDS);
  const own = Object.entries(rateStatements(settings)).map(([name, rateBasedStatement]) => ({
    name,
    action: tooOften,
    statement: { rateBasedStatement },
  }));
  return [...own, ...MANAGED_RULE_GROUPS.map(managedRuleGroup)].map((rule, priority) => ({
    ...rule,
    priority,
    visibilityConfig: { metricName: rule.name, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true },
  }));
}

/**
 * Bounds each address and credential far below the throttles of methods, which all callers share. The limits are above
 * Guard's own limits of a credential and of logins, since otherwise no client would receive Guard's 429.
 */
function rateStatements(settings: StageSettings): Record<string, CfnWebACL.RateBasedStatementProperty> {
  const { keyEventsPerMinute, apiRequestsPerMinute, loginRequestsPerAddressPerMinute } = settings;
  const twiceInWindow = (perMinute: number) => 2 * perMinute * (FIREWALL_WINDOW_SECONDS / 60);
  const limited = (limit: number) => ({
    evaluationWindowSec: FIREWALL_WINDOW_SECONDS,
    limit: Math.ceil(limit),
  });
  const perAddress = (share: number) => ({
    ...limited(
      Math.max(
        share * settings.firewallRequestsPerAddress,
        share < 1 ? twiceInWindow(loginRequestsPerAddressPerMinute) : 0,
      ),
    ),
    aggregateKeyType: 'IP',
  });
  const { seldom, anonymous, preflight } = SHARES_OF_ONE_ADDRESS;
  return {
    RequestsPerAddress: perAddress(1),
    // This bounds one credential at many addresses, such as a key in a fleet of devices.
    RequestsPerCredential: {
      ...limited(twiceInWindow(Math.max(keyEventsPerMinute, 2 * apiRequestsPerMinute))),
      aggregateKeyType: 'CUSTOM_KEYS',
      customKeys: [
        { header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } },
      ],
    },
    SeldomRequestsPerAddress: {
      ...perAddress(seldom),
      scopeDownStatement: not({ orStatement: { statements: [isFrequent, opensScreens, isPreflight] } }),
    },
    AnonymousRequestsPerAddress: {
      ...perAddress(anonymous),
      scopeDownStatement: not({ orStatement: { statements: [hasCredential, opensScreens, isPreflight] } }),
    },
    PreflightsPerAddress: {
      ...limited(preflight * settings.firewallRequestsPerAddress),
      aggregateKeyType: 'IP',
      scopeDownStatement: isPreflight,
    },
  };
}

function managedRuleGroup({ name, countedRules, inspects }: ManagedRuleGroup) {
  return {
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        ...(inspects ? { scopeDownStatement: inspects } : {}),
      },
    },
  };
}

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
 * Matches a request with a credential that Guard may have issued; only the authorizer verifies it. The pattern has no
 * capturing groups, because AWS WAF does not support them ("Supported regular expression syntax").
 */
const hasCredential: Statement = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    regexString: AUTHORIZATION_PATTERN.replaceAll(/\((?!\?)/g, '(?:'),
    textTransformations: UNCHANGED,
  },
};

/**
 * Matches a request for one of these routes. Without a domain, its path begins with the stage. A slash at the end makes no
 * difference, as in API Gateway. Only the plain spelling of the path matches, because `/devices/..%2Falerts` names a device
 * and not the list of alerts.
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

/** Matches a preflight. Browsers send it without a credential. */
const isPreflight: Statement = hasMethod('OPTIONS');

/** Matches a request for a polled list, or a report. */
const isFrequent: Statement = {
  orStatement: {
    statements: [
      { andStatement: { statements: [hasMethod('GET'), isAt(({ isPolled = false }) => isPolled)] } },
      isAt(({ rateClass }) => rateClass === 'report' || rateClass === 'inbound'),
    ],
  },
};

/** Matches a request that every screen makes when it is opened. */
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

/** Matches a message of another system. The secret in its path is its credential. */
const isInbound: Statement = isAt(({ rateClass }) => rateClass === 'inbound');

/** Matches a request that signs somebody in, or gives a lost password back. It needs no credential, even if it has one. */
const isLogin: Statement = isAt(({ rateClass }) => rateClass === 'login');

const isHealthCheck: Statement = isAt(({ name }) => name === getHealthRoute.name);

/** Over how many seconds requests are counted. */
const FIREWALL_WINDOW_SECONDS = 300;

/** Which share of `firewallRequestsPerAddress` an address has for requests that clients send less often. */
export const SHARES_OF_ONE_ADDRESS = {
  /** For all requests except polled lists, reports, what screens call when they are opened, and preflights. */
  seldom: 1 / 4,
  /**
   * For logins, preflights, and requests without a credential that Guard may have issued, counted separately for each HTTP
   * method. The page of the console and its files are not counted, so that a shift of 500 people behind one address can sign
   * in, also by single sign-on.
   */
  anonymous: 1 / 6,
} as const;

/** Rules that AWS maintains (AWS, "AWS Managed Rules rule groups list"). */
interface ManagedRuleGroup {
  readonly name: string;
  /** The namespace of the labels that its rules add. */
  readonly labels: string;
  /** The rules that only count requests, because they would block valid ones. */
  readonly countedRules: readonly string[];
  /** Which requests it inspects; by default, all. */
  readonly inspects?: CfnWebACL.StatementProperty;
}

/** Rules that match all requests of some valid clients. They are not logged, because that would cost thousands a month. */
const UNLOGGED_RULES: readonly string[] = ['NoUserAgent_HEADER', 'SizeRestrictions_BODY'];

/**
 * The rule groups in use. Those against SQL injection are left out, because Guard has no SQL and names have apostrophes;
 * those against anonymous addresses are left out, because mobile guards use VPNs. No rule blocks a request because of its
 * body: messages, names and passwords are free text, and no alert may get lost. AWS WAF ignores an override with an unknown
 * name, so the names must be those of AWS's list ("Baseline rule groups").
 */
const MANAGED_RULE_GROUPS: readonly ManagedRuleGroup[] = [
  {
    name: 'AWSManagedRulesAmazonIpReputationList',
    labels: 'amazon-ip-list',
    countedRules: [],
    // Requests with a credential are not inspected, because devices, guards and Guard's own probes may share an address with
    // an attacker.
    inspects: not({ orStatement: { statements: [hasCredential, isHealthCheck, isInbound] } }),
  },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    labels: 'known-bad-inputs',
    inspects: not(isInbound),
    countedRules: [
      // Attacks on Java and React, which Guard does not use. An intrusion detector may quote one in its report.
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ],
  },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    labels: 'core-rule-set',
    // Other systems put URLs, addresses and JSON into a query, and give up at 403.
    inspects: not(isInbound),
    countedRules: [
      // Alarm panels and scripts often send no user agent.
      'NoUserAgent_HEADER',
      // It blocks bodies from 8 KB. Guard accepts 64 KiB, and answers 413 to larger ones.
      'SizeRestrictions_BODY',
      // Network monitors report internal addresses such as 169.254.169.254. Guard never calls an address from a request.
      'EC2MetaDataSSRF_BODY',
      // Cameras report URLs of pictures with an IP address, such as "http://192.0.2.7/snapshot.jpg".
      'GenericRFI_BODY',
      // A message or password may contain a text such as "../". Guard never opens a file by a name from a request.
      'GenericLFI_BODY',
      // A message or password may contain markup. Guard answers with JSON, which browsers do not render.
      'CrossSiteScripting_BODY',
    ],
  },
];

/** The name of the firewall in AWS WAF's metrics. */
export const webAclMetric = ({ stage }: StageSettings): string => `guard-${stage}`;

/** The labels of requests that a logged rule has counted, such as `…:core-rule-set:GenericLFI_Body`. */
export const loggedLabels = (): string[] =>
  MANAGED_RULE_GROUPS.flatMap(({ labels, countedRules }) =>
    countedRules
      .filter((rule) => !UNLOGGED_RULES.includes(rule))
      .map((rule) => `awswaf:managed:aws:${labels}:${rule.replace(/_BODY$/, '_Body')}`),
  );

/** The rules in the order in which AWS WAF applies them, cheap ones first. */
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
    // A sample has the path, which is a secret in an inbound address.
    visibilityConfig: {
      metricName: rule.name,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    },
  }));
}

/**
 * The rules that limit the requests of each address and each credential, far below the throttles of methods, which all
 * callers share. These limits are above Guard's own limits of a credential and of logins, because otherwise no client would
 * ever get Guard's 429.
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
  const { seldom, anonymous } = SHARES_OF_ONE_ADDRESS;
  return {
    RequestsPerAddress: perAddress(1),
    // Limits a credential that is used at many addresses, such as a key that a fleet of devices shares.
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
    // The HTTP method is part of the key, because preflights must not use up the logins of an address. Each part of a key
    // takes 30 capacity units, while a rule of its own costs $1 a month (AWS, "Using rate-based rule statements").
    AnonymousRequestsPerAddress: {
      ...perAddress(anonymous),
      aggregateKeyType: 'CUSTOM_KEYS',
      customKeys: [{ ip: {} }, { httpMethod: {} }],
      scopeDownStatement: {
        orStatement: {
          statements: [
            isLogin,
            isPreflight,
            not({ orStatement: { statements: [hasCredential, opensScreens, isInbound] } }),
          ],
        },
      },
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

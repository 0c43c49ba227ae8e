import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { loginRoute } from '../../../functions/auth/login.route.ts';
import { throttleOf } from '../api/throttling.ts';
import type { StageSettings } from '../stage-settings.ts';
import { blockForAWhile } from './blocked-response.ts';

/** The period in which the requests of an address are counted. */
const FIREWALL_WINDOW_SECONDS = 300;

/** The share of the login's throttle that one address may use before it is blocked. */
const LOGIN_SHARE_OF_ONE_ADDRESS = 0.1;

/** Rules that AWS maintains (AWS, "AWS Managed Rules rule groups list"). */
interface ManagedRuleGroup {
  readonly name: string;
  /** Rules that only count, since they would block valid requests. */
  readonly countedRules: readonly string[];
}

/**
 * Without the rules against SQL injection, since Guard has no SQL and names have apostrophes, and without those against
 * anonymous addresses, since mobile guards use VPNs.
 *
 * No rule blocks a request for its body: messages, names and passwords are free text, and no alert may get lost. AWS WAF
 * ignores an override with an unknown name, so the names must match AWS's list ("Baseline rule groups").
 */
const MANAGED_RULE_GROUPS: readonly ManagedRuleGroup[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', countedRules: [] },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    countedRules: [
      // Attacks on Java and React, which Guard does not run. An intrusion detector may quote one in its report.
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ],
  },
  {
    name: 'AWSManagedRulesCommonRuleSet',
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

/** In the order of their evaluation: cheap rules first. */
export function firewallRules(settings: StageSettings): CfnWebACL.RuleProperty[] {
  const tooOften = blockForAWhile(settings, FIREWALL_WINDOW_SECONDS);
  const rules: Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>[] = [
    {
      name: 'RequestsPerAddress',
      action: tooOften,
      statement: { rateBasedStatement: perAddress(settings.firewallRequestsPerAddress) },
    },
    {
      name: 'LoginsPerAddress',
      action: tooOften,
      statement: {
        rateBasedStatement: {
          ...perAddress(loginsPerAddress(settings)),
          scopeDownStatement: isLogin,
        },
      },
    },
    ...MANAGED_RULE_GROUPS.map(managedRuleGroup),
  ];
  return rules.map((rule, priority) => ({
    ...rule,
    priority,
    visibilityConfig: { metricName: rule.name, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true },
  }));
}

function perAddress(limit: number): CfnWebACL.RateBasedStatementProperty {
  return { aggregateKeyType: 'IP', evaluationWindowSec: FIREWALL_WINDOW_SECONDS, limit: Math.ceil(limit) };
}

/** More than Guard's own limit of an address. Otherwise no client would get Guard's own 429. */
function loginsPerAddress(settings: StageSettings): number {
  const throttled = throttleOf(loginRoute, settings).requestsPerSecond * FIREWALL_WINDOW_SECONDS;
  const counted = settings.loginRequestsPerAddressPerMinute * (FIREWALL_WINDOW_SECONDS / 60);
  return Math.max(throttled * LOGIN_SHARE_OF_ONE_ADDRESS, 2 * counted);
}

/**
 * Without a domain the path begins with the stage. API Gateway ignores a slash at its end. Other spellings, with percent signs
 * or more slashes, count even if API Gateway does not serve them: only attackers send them.
 */
const isLogin: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `${loginRoute.path}/*$`,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
};

function managedRuleGroup({ name, countedRules }: ManagedRuleGroup) {
  return {
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
  };
}

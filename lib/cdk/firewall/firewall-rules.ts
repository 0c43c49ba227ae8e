import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { loginRoute } from '../../../functions/auth/login.route.ts';
import { throttleOf } from '../api/throttling.ts';
import type { StageSettings } from '../stage-settings.ts';
import { blockForAWhile } from './blocked-response.ts';

/** Over which the requests of an address are counted. */
const FIREWALL_WINDOW_SECONDS = 300;

/** The part of the login's throttle that one address can take before it is blocked. */
const LOGIN_SHARE_OF_ONE_ADDRESS = 0.1;

/** Rules that AWS keeps up to date (AWS, "AWS Managed Rules rule groups list"). */
interface ManagedRuleGroup {
  readonly name: string;
  /** Rules of the group that only count, since they would block what Guard's clients may send. */
  readonly countedRules: readonly string[];
}

/**
 * Not among them: the rules against SQL injection, as Guard has no SQL and people's names have apostrophes; and those
 * against anonymous addresses, as guards on the road use VPNs.
 *
 * No rule blocks for what a body says: messages, names and passwords are free text, and an alert that is lost is worse
 * than one that reads oddly. AWS WAF ignores an override whose name it does not know, so these are spelt as AWS lists
 * them ("Baseline rule groups").
 */
const MANAGED_RULE_GROUPS: readonly ManagedRuleGroup[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', countedRules: [] },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    countedRules: [
      // What attacks on Java and React look like. An intrusion detector that reports one quotes it; Guard runs neither.
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ],
  },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    countedRules: [
      // Alarm panels and scripts often send none.
      'NoUserAgent_HEADER',
      // Blocks from 8 KB on; Guard takes 64 KiB and answers 413 beyond.
      'SizeRestrictions_BODY',
      // Network monitors report internal addresses, 169.254.169.254 among them. Guard calls none that a request names.
      'EC2MetaDataSSRF_BODY',
      // Cameras report the URL of a picture, with an address as its host: "http://192.0.2.7/snapshot.jpg".
      'GenericRFI_BODY',
      // Text such as "../" in a message or a password. Guard opens no file that a request names.
      'GenericLFI_BODY',
      // Markup in a message or a password. Guard answers JSON that no browser takes for a page.
      'CrossSiteScripting_BODY',
    ],
  },
];

/** The name of the whole firewall in AWS WAF's metrics; a rule's name there is its own. */
export const webAclMetric = ({ stage }: StageSettings): string => `guard-${stage}`;

/** In the order in which AWS WAF asks them: what costs least comes first. */
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

/** In any case more than Guard itself lets an address do, or its own answers would never be seen. */
function loginsPerAddress(settings: StageSettings): number {
  const throttled = throttleOf(loginRoute, settings).requestsPerSecond * FIREWALL_WINDOW_SECONDS;
  const counted = settings.loginRequestsPerAddressPerMinute * (FIREWALL_WINDOW_SECONDS / 60);
  return Math.max(throttled * LOGIN_SHARE_OF_ONE_ADDRESS, 2 * counted);
}

/**
 * The path begins with the stage unless a domain leads to it. API Gateway also serves it with a slash at its end. Other
 * spellings, with percent signs or further slashes, count whether it serves them or not: nobody else sends them.
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

import { Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import { firewallRules, webAclMetric } from '../firewall/firewall-rules.ts';
import type { Section } from './section.ts';
import type { Watched } from './watched.ts';

/** Shows the rules of the firewall, if the stage has one. */
export function firewallSection({ settings, apiStage }: Watched): Section[] {
  if (!settings.firewall) return [];
  const { region } = Stack.of(apiStage);
  const byRule = (metricName: 'BlockedRequests' | 'CountedRequests') =>
    firewallRules(settings).map(
      ({ name }) =>
        new Metric({
          namespace: 'AWS/WAFV2',
          metricName,
          // AWS, "AWS WAF metrics and dimensions"
          dimensionsMap: { WebACL: webAclMetric(settings), Region: region, Rule: name },
          statistic: Stats.SUM,
          label: name,
        }),
    );
  return [
    {
      title: 'Firewall',
      graphs: [
        {
          title: 'Blocked requests, by rule',
          graphWidgetType: GraphWidgetType.STACKED_AREA,
          metrics: byRule('BlockedRequests'),
        },
        { title: 'Counted requests, by rule', metrics: byRule('CountedRequests') },
      ],
    },
  ];
}

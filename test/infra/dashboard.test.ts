import { describe, expect, test } from 'vitest';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/lambda/metrics.ts';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { readRunbook } from '../support/runbook.ts';
import { deployedAlarms, deployedComposites } from './deployed-alarms.ts';
import { deployedDashboard } from './deployed-dashboard.ts';
import { firewallRulesOf } from './deployed-firewall.ts';
import { BARE, DEV, DOMAIN, FULL, MONITORING } from './stages-with-options.ts';
import { deployedFunctions, synthesize, synthesizeWhole } from './synthesis.ts';

const synthesis = synthesizeWhole(FULL);
const devs = [DEV, { ...DEV, ...MONITORING }].map((it) => synthesize(it).template);
const { name, widgets } = deployedDashboard(synthesis);
const metrics = widgets.flatMap((widget) => widget.metrics);
const headings = widgets.flatMap(({ title }) => /^### (.+)$/.exec(title)?.[1] ?? []);

/** The values of a dimension with which the dashboard shows a metric. */
const shown = (metric: string, dimension: string) =>
  metrics.filter((it) => it.name === metric).map((it) => it.dimensions[dimension] ?? 'none');

describe('the dashboard', () => {
  test('The dashboard’s name contains the stage and the region, and a stack output shows the dashboard’s URL', () => {
    expect(name).toBe('guard-prod-{AWS::Region}');
    const output = JSON.stringify(synthesis.template.findOutputs('DashboardUrl'));
    expect(output).toContain('#dashboards/dashboard/guard-prod-",{"Ref":"AWS::Region"}');
  });

  test('A dev stage has alarms and a dashboard only if its settings ask for them', () => {
    const [without, asked] = devs;
    for (const type of ['Alarm', 'CompositeAlarm', 'Dashboard']) {
      expect(Object.keys(without?.findResources(`AWS::CloudWatch::${type}`) ?? {})).toEqual([]);
      expect(Object.keys(asked?.findResources(`AWS::CloudWatch::${type}`) ?? {}).length).toBeGreaterThan(0);
    }
    expect(without?.findOutputs('DashboardUrl')).toEqual({});
    expect(JSON.stringify(without?.findOutputs('SwitchedOff'))).toContain(
      'alarms and the dashboard (monitoring)',
    );
  });

  test('The first widget of a stage’s dashboard shows the deployed release', () => {
    expect(widgets[0]?.title).toBe('Release `4f9c2b7`');
  });

  test('The second widget of the dashboard shows all alarms but those of releases, also those that share a page', () => {
    const shownAlarms = [...deployedAlarms(synthesis), ...deployedComposites(synthesis)]
      .filter((alarm) => !alarm.name.startsWith('guard-prod-release-'))
      .map(({ id }) => id);
    expect(shownAlarms.length).toBeGreaterThan(0);
    expect(widgets[1]?.alarms.toSorted()).toEqual(shownAlarms.sort());
  });

  test.each([
    ['Errors', 'FunctionName'],
    ['Throttles', 'FunctionName'],
    ['Duration', 'FunctionName'],
    ['Invocations', 'FunctionName'],
  ])('The dashboard shows %s of every function', (metric, dimension) => {
    const functions = [...deployedFunctions(synthesis).keys()].map((id) => `{${id}}`);
    expect(shown(metric, dimension).sort()).toEqual(functions.sort());
  });

  test.each(['ReadThrottleEvents', 'WriteThrottleEvents', 'WriteKeyRangeThroughputThrottleEvents'])(
    'The dashboard shows %s of the table and of every index',
    (metric) => {
      expect(shown(metric, 'GlobalSecondaryIndexName').sort()).toEqual(['none', ...INDEX_NAMES].sort());
    },
  );

  test('The dashboard shows every metric of Guard, with its dimensions', () => {
    const own = metrics.filter(({ namespace }) => namespace === METRICS_NAMESPACE);
    const queried = widgets
      .flatMap(({ queries }) => queries)
      .flatMap((it) => /(?:MAX|SUM)\((\w+)\)/.exec(it)?.[1] ?? []);
    expect(new Set([...own.map((it) => it.name), ...queried])).toEqual(new Set(Object.keys(METRICS)));
    for (const it of own) {
      const { dimensions } = METRICS[it.name as MetricName];
      expect(Object.keys(it.dimensions).sort()).toEqual([...dimensions, 'service'].sort());
      expect(it.dimensions['service']).toBe('guard-prod');
    }
  });

  test('The dashboard shows blocked requests by rule, if there is a firewall', () => {
    const rules = firewallRulesOf(synthesis).map(({ Name }) => Name);
    expect(rules.length).toBeGreaterThan(0);
    expect(shown('BlockedRequests', 'Rule')).toEqual(rules);
    const ofFirewall = metrics.filter(({ namespace }) => namespace === 'AWS/WAFV2');
    for (const { dimensions } of ofFirewall) {
      expect(dimensions).toMatchObject({ WebACL: 'guard-prod', Region: '{AWS::Region}' });
    }
    const without = deployedDashboard(synthesize(BARE)).widgets;
    expect(without.flatMap((widget) => widget.metrics).filter((it) => it.namespace === 'AWS/WAFV2')).toEqual(
      [],
    );
  });

  test('The dashboard shows the days until the domain’s certificate expires', () => {
    const [days] = metrics.filter((it) => it.name === 'DaysToExpiry');
    expect(days?.dimensions).toEqual({ CertificateArn: DOMAIN.certificateArn });
  });

  test('The dashboard shows the releases directly after the errors', () => {
    const titles = widgets.map(({ title }) => title);
    expect(titles[titles.indexOf('Errors') + 1]).toBe('Releases');
  });

  test('The dashboard of a stage is within CloudWatch’s limits', () => {
    // AWS, "CloudWatch service quotas"
    expect(widgets.length).toBeLessThanOrEqual(500);
    expect(metrics.length).toBeLessThanOrEqual(2_500);
    for (const widget of widgets) expect(widget.metrics.length).toBeLessThanOrEqual(500);
  });

  test('The dashboard has every section that the runbook names', async () => {
    const { alarms } = await readRunbook();
    const named = [...alarms.values()].flatMap((entry) =>
      [...entry.matchAll(/\*\*Look\.\*\* \*([^*…]+)\*/g)].map(([, section]) => section),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const section of named) expect(headings).toContain(section);
  });
});

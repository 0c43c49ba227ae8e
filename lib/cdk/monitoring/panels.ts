import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidgetType } from 'cdk-monitoring-constructs';
import type { Counted } from '../../receiver/receiver.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric, shareOf } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

/** What becomes of a frame. */
const OUTCOMES = [
  'signal',
  'supervision',
  'refused',
  'wrong_key',
  'unknown',
  'failed',
  'busy',
  'garbage',
] as const satisfies readonly Counted[];

const frames = (watched: Watched, outcome: (typeof OUTCOMES)[number]) =>
  guardMetric(watched, 'PanelFrames', { statistic: Stats.SUM, dimensions: { outcome }, label: outcome });

const TENANT_STATES = ['heard', 'unheard'] as const;

const tenants = (watched: Watched, state: (typeof TENANT_STATES)[number]) =>
  guardMetric(watched, 'PanelTenants', { statistic: Stats.SUM, dimensions: { state }, label: state });

/** Each receiver measures its connections once a minute. */
const reports = (watched: Watched) =>
  guardMetric(watched, 'PanelConnections', {
    statistic: Stats.SAMPLE_COUNT,
    dimensions: {},
    label: 'reports of receivers',
  });

/** The most receivers that a zone of the load balancer calls well (AWS, "CloudWatch metrics for your Network Load Balancer"). */
const healthy = ({ loadBalancer, targetGroup }: NonNullable<Watched['receiver']>) =>
  new Metric({
    namespace: 'AWS/NetworkELB',
    metricName: 'HealthyHostCount',
    dimensionsMap: { LoadBalancer: loadBalancer, TargetGroup: targetGroup },
    statistic: Stats.MAXIMUM,
    label: 'receivers that are well',
  });

/** The alarms of the receiver of panels; none in a stage without it. */
export function panelAlarms(watched: Watched): AlarmDeclaration[] {
  const { receiver } = watched;
  if (!receiver) return [];
  const [signal, supervision, refused, wrongKey, failed] = [
    frames(watched, 'signal'),
    frames(watched, 'supervision'),
    frames(watched, 'refused'),
    frames(watched, 'wrong_key'),
    frames(watched, 'failed'),
  ];
  const [heard, unheard] = [tenants(watched, 'heard'), tenants(watched, 'unheard')];
  return [
    {
      name: 'panels-unreachable',
      alarmDescription: 'For 3 minutes no receiver of alarm panels was well.',
      severity: 'page',
      metric: healthy(receiver),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      // A load balancer without any task measures nothing.
      treatMissingData: TreatMissingData.BREACHING,
      period: Duration.minutes(1),
      datapointsToAlarm: 3,
      evaluationPeriods: 3,
    },
    {
      name: 'nobody-heard',
      alarmDescription:
        'In a minute, more than 40 % of the tenants whose panels sent got no answer at all, although these were heard before.',
      // Panels say at the site that they reach nobody, and every alarm is lost.
      severity: 'page',
      metric: shareOf({
        part: [unheard],
        whole: [heard, unheard],
        minimum: 1,
        label: 'tenants without an answer (%)',
      }),
      threshold: 40,
      period: Duration.minutes(1),
    },
    {
      name: 'panel-frames-failing',
      alarmDescription:
        'In 5 minutes at least 5 frames of alarm panels, and more than 5 %, could not be carried out.',
      // They get no answer, so that panels repeat them, and then say at the site that they reach nobody.
      severity: 'page',
      metric: shareOf({
        part: [failed],
        whole: [signal, supervision, failed],
        minimum: 5,
        label: 'failed frames (%)',
      }),
      threshold: 5,
      period: Duration.minutes(5),
    },
    {
      name: 'panel-frames-refused',
      alarmDescription: 'In an hour at least 50 frames of known panels, and more than 20 %, were refused.',
      severity: 'ticket',
      metric: shareOf({
        part: [refused, wrongKey],
        whole: [signal, supervision, refused, wrongKey],
        minimum: 50,
        label: 'refused frames (%)',
      }),
      threshold: 20,
      period: Duration.hours(1),
    },
    {
      name: 'panel-receivers-missing',
      alarmDescription: 'For 15 minutes fewer than two receivers of alarm panels ran.',
      // The other one takes all panels, until its zone fails, too.
      severity: 'ticket',
      metric: reports(watched),
      // Two receivers report ten times in five minutes, or nine if their minutes do not fit.
      threshold: 8,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      period: Duration.minutes(5),
      datapointsToAlarm: 3,
      evaluationPeriods: 3,
    },
  ];
}

/** The section of the receiver of panels; none in a stage without it. */
export function panelSection(watched: Watched, alarms: Alarms): Section[] {
  const { receiver } = watched;
  if (!receiver) return [];
  return [
    {
      title: 'Alarm panels',
      graphs: [
        {
          title: 'Frames, by what became of them',
          graphWidgetType: GraphWidgetType.STACKED_AREA,
          metrics: OUTCOMES.map((outcome) => frames(watched, outcome)),
        },
        {
          title: 'Tenants, by whether they were answered',
          graphWidgetType: GraphWidgetType.STACKED_AREA,
          metrics: TENANT_STATES.map((state) => tenants(watched, state)),
        },
        {
          title: 'Open connections of a receiver',
          metrics: [
            guardMetric(watched, 'PanelConnections', {
              statistic: Stats.MAXIMUM,
              dimensions: {},
              label: 'connections',
            }),
          ],
        },
        {
          title: 'Receivers that are well, in a zone',
          metrics: [healthy(receiver)],
          horizontalAnnotations: limitsOf(alarms, 'panels-unreachable'),
        },
      ],
    },
  ];
}

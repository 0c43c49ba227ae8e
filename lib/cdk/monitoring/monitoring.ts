import { Duration, Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  AlarmFactory,
  AlarmMatrixWidget,
  DefaultDashboardFactory,
  MonitoringFacade,
  SnsAlarmActionStrategy,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { MAIL_OUTCOMES, SUPPRESSION_REASONS } from '../../../shared/mail/mail-status.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import { AlarmChat } from './alarm-chat.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { declareAlarms } from './alarms.ts';
import { alertSection } from './alert-section.ts';
import { errorRate, slowRate } from './api-metrics.ts';
import { apiSection } from './api-section.ts';
import { oldestUnsealed, tampering } from './audit-alarms.ts';
import { Budget } from './budget.ts';
import { callerSection } from './caller-section.ts';
import { createAlarms } from './create-alarms.ts';
import type { Alarms } from './created-alarm.ts';
import { firewallSection } from './firewall-section.ts';
import { groupFunctions } from './function-groups.ts';
import { functionSections } from './function-sections.ts';
import { guardMetric } from './guard-metric.ts';
import { liveSection } from './live-section.ts';
import { notificationSection } from './notification-section.ts';
import { BURN_RATES, burnLimit, OBJECTIVE_DAYS, OBJECTIVES, type Objective } from './objectives.ts';
import { outsideSection } from './outside-section.ts';
import { SavedQueries } from './saved-queries.ts';
import { hasAlarm, limitsOf, type Section } from './section.ts';
import { tableSection } from './table-section.ts';
import { failedTimers, oldestTimer } from './timer-alarms.ts';
import type { Watched } from './watched.ts';
import { webhookSection } from './webhook-section.ts';

/** The width of a dashboard, in its units. */
const FULL_WIDTH = 24;

interface GuardMonitoringProps {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  readonly table: NamedTable;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly deadLetters: ReadonlyMap<string, Queue>;
  /** The names of the functions that answer requests. */
  readonly endpoints: ReadonlySet<string>;
  /** The nested stack for resources without state: a stack holds 500 resources at most. */
  readonly nested: Stack;
}

/** The alarms of a stage, their topics, and the dashboard `guard-<stage>-<region>`. Create it last: it finds all functions. */
export class GuardMonitoring extends Construct {
  readonly dashboardUrl: string;
  /** The topics of the alarms, by severity. */
  readonly topics: Readonly<Record<'page' | 'ticket', Topic>>;

  constructor(scope: Construct, id: string, props: GuardMonitoringProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const { settings } = props;
    const name = serviceName(settings.stage);
    const dashboardName = `${name}-${stack.region}`; // the name must be unique in the account, over all regions
    const watched = { ...props, functionGroups: groupFunctions(stack) };
    this.topics = this.createTopics(props);
    new Budget(this, 'Budget', { settings, topic: this.topics.ticket });
    new SavedQueries(props.nested, 'Queries', settings);
    const facade = new MonitoringFacade(this, 'Facade', {
      alarmFactoryDefaults: { alarmNamePrefix: name, actionsEnabled: true },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: dashboardName,
        detailDashboardRange: Duration.hours(3),
      }),
    });
    const alarms = createAlarms(declareAlarms(watched), {
      scope: facade,
      prefix: name,
      factoryIn: (alarmScope) =>
        new AlarmFactory(alarmScope, {
          globalAlarmDefaults: { alarmNamePrefix: name, actionsEnabled: true },
          globalMetricDefaults: {},
          localAlarmNamePrefix: name,
        }),
      actions: { page: notify(this.topics.page), ticket: notify(this.topics.ticket) },
    });
    fillDashboard(facade, watched, alarms);
    this.dashboardUrl = `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`;
  }

  private createTopics({ settings, nested }: GuardMonitoringProps) {
    const { stage, alarmEmail, alarmUrl, alarmSlackChannel, ticketEmail = alarmEmail } = settings;
    const { topic: page } = new AlarmTopic(this, 'Pages', {
      stage,
      kind: 'pages',
      email: alarmEmail,
      url: alarmUrl,
    });
    const { topic: ticket } = new AlarmTopic(this, 'Tickets', {
      stage,
      kind: 'tickets',
      email: ticketEmail,
    });
    if (alarmSlackChannel !== undefined) {
      new AlarmChat(nested, 'Chat', { stage, channel: alarmSlackChannel, topics: [page, ticket] });
    }
    return { page, ticket };
  }
}

/** Notifies a topic when an alarm fires and when it ends. */
function notify(topic: Topic): SnsAlarmActionStrategy {
  return new SnsAlarmActionStrategy({ onAlarmTopic: topic, onOkTopic: topic });
}

/** Adds the sections in the order in which an operator on call needs them. */
function fillDashboard(facade: MonitoringFacade, watched: Watched, alarms: Alarms): void {
  facade.addWidget(
    new TextWidget({ markdown: `Release \`${watched.settings.commit}\``, width: FULL_WIDTH, height: 1 }),
  );
  facade.addWidget(
    new AlarmMatrixWidget({
      title: 'Alarms (each is explained in docs/runbook.md)',
      alarms: [...alarms.values()].flat().map(({ alarm }) => alarm),
    }),
  );
  const sections = [
    objectiveSection(watched, alarms),
    outsideSection(watched, alarms),
    apiSection(watched, alarms),
    alertSection(watched, alarms),
    timerSection(watched, alarms),
    ...liveSection(watched, alarms),
    webhookSection(watched, alarms),
    mailSection(watched),
    notificationSection(watched, alarms),
    auditSection(watched, alarms),
    callerSection(watched, alarms),
    ...firewallSection(watched),
    tableSection(watched),
    ...functionSections(watched, alarms),
  ];
  for (const { title, description, graphs } of sections) {
    facade.monitorCustom({
      alarmFriendlyName: title,
      humanReadableName: title,
      ...(description === undefined ? {} : { description }),
      metricGroups: [...graphs],
    });
  }
}

function auditSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Audit',
    graphs: [
      {
        title: 'Longest wait for a seal (s)',
        metrics: [oldestUnsealed(watched)],
        horizontalAnnotations: limitsOf(alarms, 'audit-seal-late'),
      },
      { title: 'Changed or deleted events and seals', metrics: [tampering(watched)] },
    ],
  };
}

function timerSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Timers',
    graphs: [
      {
        title: 'Longest overdue, before the run of each minute (s)',
        metrics: [oldestTimer(watched)],
        horizontalAnnotations: limitsOf(alarms, 'late-timers'),
      },
      { title: 'Failed and postponed', metrics: [failedTimers(watched)] },
    ],
  };
}

const mailSection = (watched: Watched): Section => ({
  title: 'Mail',
  graphs: [
    {
      title: 'Messages, by outcome',
      metrics: MAIL_OUTCOMES.map((outcome) =>
        guardMetric(watched, 'Mails', { statistic: Stats.SUM, dimensions: { outcome }, label: outcome }),
      ),
    },
    {
      title: 'Suppressed addresses, by reason',
      metrics: SUPPRESSION_REASONS.map((reason) =>
        guardMetric(watched, 'SuppressedAddresses', {
          statistic: Stats.SUM,
          dimensions: { reason },
          label: reason,
        }),
      ),
    },
  ],
});

function objectiveSection(watched: Watched, alarms: Alarms): Section {
  const limits = (objective: Objective) =>
    BURN_RATES.map((rate) => ({
      value: burnLimit(objective, rate),
      label: hasAlarm(alarms, `${objective}-burn-${rate.name}`),
    }));
  const { availability, latency } = OBJECTIVES;
  return {
    title: 'Objectives',
    description: `Over ${OBJECTIVE_DAYS} days ${availability.percent} % of requests are not answered 5xx, and ${latency.percent} % within ${latency.milliseconds / 1_000} s. The lines are the shares above which the error budget burns too fast (docs/operate.md).`,
    graphs: [
      {
        title: 'Requests answered 5xx (%)',
        metrics: [errorRate(watched, '5xx', 1)],
        horizontalAnnotations: limits('availability'),
      },
      {
        title: 'Requests that took too long (%)',
        metrics: [slowRate(watched, latency.milliseconds, 1)],
        horizontalAnnotations: limits('latency'),
      },
    ],
  };
}

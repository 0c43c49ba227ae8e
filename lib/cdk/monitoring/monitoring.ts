import { Duration, NestedStack, Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  AlarmMatrixWidget,
  DefaultDashboardFactory,
  MonitoringFacade,
  SnsAlarmActionStrategy,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { WatchedReceiver } from '../receiver.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import { type AlarmDeclaration, type Alarms, createAlarms } from './alarm.ts';
import { ALARM_GROUPS } from './alarm-groups.ts';
import { AlarmChat, AlarmTopic } from './alarm-topics.ts';
import { alertAlarms, alertSection } from './alerts.ts';
import { apiAlarms, apiSection } from './api.ts';
import { auditAlarms, auditSection } from './audit.ts';
import { backupAlarms } from './backup.ts';
import { Budget } from './budget.ts';
import { callerAlarms, callerSection } from './callers.ts';
import { firewallSection } from './firewall.ts';
import { functionAlarms, functionSections } from './functions.ts';
import { liveAlarms, liveSection } from './live.ts';
import { mailAlarms, mailSection } from './mail.ts';
import { notificationAlarms, notificationSection } from './notifications.ts';
import { objectiveAlarms, objectiveSection } from './objectives.ts';
import { outsideAlarms, outsideSection } from './outside.ts';
import { panelAlarms, panelSection } from './panels.ts';
import { SavedQueries } from './saved-queries.ts';
import type { Section } from './section.ts';
import { tableAlarms, tableSection } from './table.ts';
import { timerAlarms, timerSection } from './timers.ts';
import { groupFunctions, type Watched } from './watched.ts';
import { webhookAlarms, webhookSection } from './webhooks.ts';

/** The width of a dashboard, in its units. */
const FULL_WIDTH = 24;

interface GuardMonitoringProps {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  readonly certificateArn: string | undefined;
  readonly table: NamedTable;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly deadLetters: ReadonlyMap<string, Queue>;
  /** The names of the functions that answer requests. */
  readonly endpoints: ReadonlySet<string>;
  /** The nested stack for resources that contain no data. A stack has at most 500 resources. */
  readonly nested: Stack;
  /** Matches each completed copy of the table's backups; `undefined` without backups. */
  readonly copiedBackup: IRule | undefined;
  /** `undefined` in a stage without a receiver of panels. */
  readonly receiver: WatchedReceiver | undefined;
  /** The stacks of the functions. */
  readonly functionStacks: readonly Stack[];
}

/**
 * The alarms of a stage, their topics, and the dashboard `guard-<stage>-<region>`. Create it last, because it looks for all
 * functions.
 */
export class GuardMonitoring extends Construct {
  /** `undefined` if the stage has no alarms and no dashboard. */
  readonly dashboardUrl: string | undefined;
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
    if (!settings.monitoring) return;
    const facade = new MonitoringFacade(this, 'Facade', {
      alarmFactoryDefaults: { alarmNamePrefix: name, actionsEnabled: true },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: dashboardName,
        detailDashboardRange: Duration.hours(3),
      }),
    });
    const alarms = createAlarms(alarmsOf(watched), ALARM_GROUPS, {
      scope: this.createAlarmStack(props),
      prefix: name,
      actions: { page: notify(this.topics.page), ticket: notify(this.topics.ticket) },
    });
    fillDashboard(facade, watched, alarms);
    this.dashboardUrl = `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`;
  }

  /**
   * Creates the stack of the alarms. Some alarms fire if a metric is missing. So CloudFormation creates them last, when the
   * functions that publish the metrics have run for minutes.
   */
  private createAlarmStack({ settings, apiStage, functionStacks }: GuardMonitoringProps): NestedStack {
    const alarms = new NestedStack(this, 'Alarms', {
      description: `Guard, stage ${settings.stage}: alarms`,
      suppressTemplateIndentation: true,
    });
    alarms.nestedStackResource?.overrideLogicalId('Alarms');
    alarms.node.addDependency(apiStage);
    for (const before of functionStacks) alarms.addStackDependency(before);
    return alarms;
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

/** Publishes to a topic when an alarm fires and when it ends. */
function notify(topic: Topic): SnsAlarmActionStrategy {
  return new SnsAlarmActionStrategy({ onAlarmTopic: topic, onOkTopic: topic });
}

/**
 * All alarms of a stage. Periods slide by the minute (AWS, "Alarm evaluation window"), so a long period notices an outage as
 * soon as a short one does, and also adds up rare failures on a quiet stage. Without requests a count has no value, which
 * counts as good. Alarms watch the percentage of failures, with a minimum number. So they mean the same at 3 requests a
 * minute and at 5,000 a second. If clients are affected, an alarm is a page, otherwise a ticket. Cold starts have no alarm,
 * because on a quiet stage nearly every request has one; api-latency notices those that clients feel.
 */
const alarmsOf = (watched: Watched): AlarmDeclaration[] =>
  [
    objectiveAlarms,
    outsideAlarms,
    apiAlarms,
    functionAlarms,
    tableAlarms,
    callerAlarms,
    alertAlarms,
    timerAlarms,
    liveAlarms,
    webhookAlarms,
    mailAlarms,
    notificationAlarms,
    panelAlarms,
    auditAlarms,
    backupAlarms,
  ].flatMap((alarmsOfCapability) => alarmsOfCapability(watched));

/** The sections of the dashboard in the order in which an operator on call needs them. */
const sectionsOf = (watched: Watched, alarms: Alarms): Section[] =>
  [
    objectiveSection,
    outsideSection,
    apiSection,
    alertSection,
    timerSection,
    liveSection,
    webhookSection,
    mailSection,
    notificationSection,
    panelSection,
    auditSection,
    callerSection,
    firewallSection,
    tableSection,
    functionSections,
  ].flatMap((sectionOf) => sectionOf(watched, alarms));

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
  for (const { title, description, graphs } of sectionsOf(watched, alarms)) {
    facade.monitorCustom({
      alarmFriendlyName: title,
      humanReadableName: title,
      ...(description === undefined ? {} : { description }),
      metricGroups: [...graphs],
    });
  }
}

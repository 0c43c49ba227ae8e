import { Duration, Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  AlarmMatrixWidget,
  DefaultDashboardFactory,
  MonitoringFacade,
  SnsAlarmActionStrategy,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { declareAlarms } from './alarms.ts';
import { Budget } from './budget.ts';
import { type Alarms, createAlarms } from './create-alarms.ts';
import { groupFunctions } from './function-groups.ts';
import { functionSections } from './function-sections.ts';
import { alertSection, apiSection, callerSection } from './request-sections.ts';
import { SavedQueries } from './saved-queries.ts';
import { tableSection } from './table-section.ts';
import type { Watched } from './watched.ts';

/** Of a dashboard, in its own units. */
const FULL_WIDTH = 24;

export interface GuardMonitoringProps {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  readonly table: NamedTable;
  readonly deadLetters: ReadonlyMap<string, Queue>;
}

/** Watches a stage: its alarms, whom they tell, and the dashboard `guard-<stage>-<region>`. Made last, it finds all functions. */
export class GuardMonitoring extends Construct {
  readonly dashboardUrl: string;

  constructor(scope: Construct, id: string, props: GuardMonitoringProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const name = serviceName(props.settings.stage);
    const dashboardName = `${name}-${stack.region}`; // an account's dashboards share their names over all regions
    const watched = { ...props, functionGroups: groupFunctions(stack) };
    const { topic } = new AlarmTopic(this, 'Alarms', props.settings);
    new Budget(this, 'Budget', { settings: props.settings, topic });
    new SavedQueries(this, 'Queries', props.settings);
    const facade = new MonitoringFacade(this, 'Facade', {
      alarmFactoryDefaults: {
        alarmNamePrefix: name,
        actionsEnabled: true,
        action: new SnsAlarmActionStrategy({ onAlarmTopic: topic, onOkTopic: topic }),
      },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: dashboardName,
        detailDashboardRange: Duration.hours(3),
      }),
    });
    fillDashboard(
      facade,
      watched,
      createAlarms(facade.createAlarmFactory(name), declareAlarms(watched), name),
    );
    this.dashboardUrl = `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`;
  }
}

/** In the order in which somebody who was woken looks. */
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
    apiSection(watched, alarms),
    alertSection(watched, alarms),
    callerSection(watched, alarms),
    tableSection(watched),
    ...functionSections(watched),
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

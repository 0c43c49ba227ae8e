import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, CfnOutput, Lazy, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { receivePublicationTrigger } from '../../functions/jobs/mqtt.ts';
import { routes as declaredRoutes } from '../../functions/routes.ts';
import { triggers as declaredTriggers, triggersOf } from '../../functions/triggers.ts';
import { NO_BUCKET } from '../../shared/audit/seal.ts';
import type { Route } from '../../shared/http/route.ts';
import { settingsOf, tableUseOf } from '../../shared/http/route-implications.ts';
import { UNKNOWN_COMMIT } from '../../shared/lambda/release.ts';
import { mqttBrokerText, NO_MAIL, throttlesText } from '../../shared/lambda/settings.ts';
import { NO_SMS } from '../../shared/lambda/sms-settings.ts';
import { KEEP_PICTURES, type TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../shared/mail/mail-message.ts';
import { RECEIVE_MAIL } from '../../shared/mail-in/stored-mail.ts';
import { RECEIVER } from '../receiver/declared-use.ts';
import { GuardApi } from './api/api.ts';
import { createCallables } from './api/callables.ts';
import { createDomains } from './api/domain.ts';
import { throttlesOfKinds } from './api/throttling.ts';
import { createBackup } from './backup.ts';
import { Firewall } from './firewall/firewall.ts';
import { bundleReceiver } from './functions/bundle.ts';
import {
  type Bundle,
  type FunctionAssets,
  prepareFunctionAssets,
  removeStagedCode,
} from './functions/function-assets.ts';
import { type FunctionNeeds, FunctionStacks } from './functions/function-stack.ts';
import { createMailIdentity } from './mail.ts';
import { MAIL_IN_RESOURCE, mailInSetting, queueMails, receivesMail } from './mail-in.ts';
import { GuardMonitoring } from './monitoring/monitoring.ts';
import { acknowledgeIot, certificateStatements, MQTT_RESOURCE, Mqtt } from './mqtt.ts';
import { createPictureBucket, queueUploads } from './pictures.ts';
import { createPanelAddresses, createReceiver, receiverSetting } from './receiver.ts';
import { createRelease } from './release/release.ts';
import { RELEASE_VARIABLES } from './release/upgrade-path.ts';
import { deployInWaves, FIRST_RESOURCE } from './release/waves.ts';
import { addSecurityChecks } from './security-checks.ts';
import { messageStatements } from './sms.ts';
import { readCompleteSettings, type StageSettings } from './stage-settings.ts';
import { GuardTable } from './table.ts';
import { Triggers } from './triggers/triggers.ts';

/**
 * Bundles the functions and synthesizes the stack of the stage in the context of the app. The stack names no account and no
 * region, because the AWS credentials of a deployment decide about these. Synthesis needs neither credentials nor Docker, and
 * always makes the same files from the same sources and commit. A commit in the context overrides `commit`. Tests replace the
 * bundler by `bundle`, and the declared routes.
 */
export async function synthesizeGuard(
  app: App,
  commit = UNKNOWN_COMMIT,
  { bundle, ...stage }: Pick<GuardStackProps, 'routes'> & { readonly bundle?: Bundle } = {},
): Promise<GuardStack> {
  const found: Readonly<Record<string, string>> = { commit };
  const settings = readCompleteSettings((name) => app.node.tryGetContext(name) ?? found[name]);
  const outputFolder = await mkdtemp(join(tmpdir(), 'guard-functions-'));
  try {
    const functionAssets = await prepareFunctionAssets({
      outputFolder,
      architecture: settings.functionArchitecture,
      commit: settings.commit,
      bundle,
    });
    await removeStagedCode(app.outdir);
    const receiverFolder = settings.panels ? await bundleReceiver(outputFolder, RECEIVER.name) : undefined;
    const stack = addGuardStack(app, settings, functionAssets, { receiverFolder, ...stage });
    addSecurityChecks(app);
    app.synth();
    return stack;
  } finally {
    // The CDK has copied the assets by now, so the folder is no longer needed.
    await rm(outputFolder, { recursive: true, force: true });
  }
}

/** Adds the stack of a stage, without checking or synthesizing it. */
export function addGuardStack(
  app: App,
  settings: StageSettings,
  functionAssets: FunctionAssets,
  options: Pick<GuardStackProps, 'routes' | 'triggers' | 'receiverFolder'> = {},
): GuardStack {
  const stack = new GuardStack(app, `Guard-${settings.stage}`, {
    description: `Guard, stage ${settings.stage}`,
    settings,
    functionAssets,
    ...options,
  });
  Tags.of(stack).add('service', 'guard');
  Tags.of(stack).add('stage', settings.stage);
  return stack;
}

/** Lists the features that are off because a setting is missing, for the person who deploys the stage. */
function switchedOff(
  settings: Pick<
    StageSettings,
    | 'auditBucket'
    | 'mailConfigurationSet'
    | 'mailFrom'
    | 'monitoring'
    | 'mqtt'
    | 'panelHost'
    | 'panels'
    | 'smsFrom'
  >,
): string[] {
  const lacking = [
    {
      setting: 'mailFrom',
      isOff: settings.mailFrom === NO_MAIL,
      what: 'mail: invitations and lost passwords',
    },
    {
      setting: 'mailConfigurationSet',
      isOff: settings.mailFrom !== NO_MAIL && settings.mailConfigurationSet === NO_MAIL,
      what: 'bounces of mail',
    },
    { setting: 'monitoring', isOff: !settings.monitoring, what: 'alarms and the dashboard' },
    { setting: 'mqtt', isOff: !settings.mqtt, what: 'MQTT' },
    {
      setting: 'panels',
      isOff: !settings.panels && settings.panelHost === undefined,
      what: 'the receiver of alarm panels',
    },
    { setting: 'smsFrom', isOff: settings.smsFrom === NO_SMS, what: 'SMS' },
    { setting: 'auditBucket', isOff: settings.auditBucket === NO_BUCKET, what: 'copies of audit seals' },
  ];
  return lacking.filter(({ isOff }) => isOff).map(({ setting, what }) => `${what} (${setting})`);
}

interface GuardStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly functionAssets: FunctionAssets;
  /** The folder with the code of the receiver of panels, if the stage has one. */
  readonly receiverFolder?: string | undefined;
  /** Used instead of the declared routes. */
  readonly routes?: readonly Route[];
  /** Used instead of the declared triggered functions. */
  readonly triggers?: readonly TriggeredFunction[];
}

/**
 * A stage of Guard: the table, a function for each route and trigger, and the API. The functions are in nested stacks, one
 * for each resource of `functions/`. All resources that contain data are in this stack itself.
 */
export class GuardStack extends Stack {
  constructor(scope: Construct, id: string, props: GuardStackProps) {
    super(scope, id, {
      terminationProtection: props.settings.retainsData,
      suppressTemplateIndentation: true,
      ...props,
    });
    const { settings, functionAssets, routes = declaredRoutes } = props;
    // A stage without MQTT has none of its functions, and one that receives no mail has nothing to carry out.
    const triggers = (props.triggers ?? declaredTriggers).filter(
      ({ resource }) =>
        (settings.mqtt || resource !== MQTT_RESOURCE) &&
        (receivesMail(settings) || resource !== MAIL_IN_RESOURCE),
    );
    const hasStream = triggersOf('stream', triggers).length > 0;
    const data = new GuardTable(this, 'Data', { settings, hasStream });
    const { table, keyArn } = data;
    const backup = createBackup(this, settings, table);
    const pictures = createPictureBucket(this, settings);

    // The value is known only after the triggers are created, because their functions are in these stacks, too.
    const liveUrl = Lazy.string({ produce: () => triggered.sockets?.url ?? '' });
    const throttles = throttlesText(throttlesOfKinds(settings));
    // The functions that authorize clients are created before the broker.
    const mqttBroker = Lazy.string({ produce: () => mqtt?.broker ?? mqttBrokerText(null) });
    const panelAddresses = createPanelAddresses(this, settings);
    const panelReceiver = receiverSetting(settings, panelAddresses);
    const stacks = {
      settings,
      functionAssets,
      table,
      pictures,
      keyArn,
      liveUrl,
      throttles,
      panelReceiver,
      mqttBroker,
      mailIn: mailInSetting(settings, panelAddresses),
    };
    const functionStacks = new FunctionStacks(this, stacks);
    // The value is known only later, because the functions are created before the API, and some of them call it.
    const apiUrl = Lazy.string({ produce: () => api.baseUrl });
    const domains = createDomains(this, settings);
    createMailIdentity(this, settings);
    const triggered = new Triggers(this, 'Triggers', {
      settings,
      triggers,
      table,
      apiUrl,
      functionStacks,
      liveDomain: domains.live,
    });
    const mqtt = createMqtt(this, settings, triggered);
    const endpoints = routes.map((route) => {
      const endpoint = functionStacks.addFunction(functionOf(route, triggered, settings));
      if (route.usesCertificates) acknowledgeIot(endpoint, settings);
      return [route, endpoint] as const;
    });
    const arrivals = triggered.queues.get(KEEP_PICTURES);
    if (arrivals) queueUploads(this, pictures, arrivals);
    const mails = triggered.queues.get(RECEIVE_MAIL);
    if (mails) queueMails(this, settings, { bucket: pictures, queue: mails });
    const { authorizer, smokeTest } = triggered;
    const release = createRelease(this, settings, smokeTest);
    const callableOf = createCallables(release([authorizer, ...endpoints.map(([, it]) => it)]), settings);
    deployInWaves(functionStacks.byFolder, [...routes, ...triggers]);
    const api: GuardApi = new GuardApi(this, 'Api', {
      settings,
      endpoints: new Map(endpoints.map(([route, it]) => [route, callableOf(it)])),
      authorizer: callableOf(authorizer),
      domain: domains.api,
    });
    // Moving this construct would give its resources other names.
    new Firewall(api, 'Firewall', { settings, restApi: api.restApi });
    const { deploymentStage: apiStage } = api.restApi;
    const { queues, deadLetters, sockets } = triggered;
    const loggingRole = api.restApi.node.tryFindChild('Account');
    // API Gateway accepts a stage with an access log only if the account has a role for writing logs.
    if (sockets && loggingRole) sockets.stage.node.addDependency(loggingRole);
    // API Gateway accepts a new role only after IAM has spread it, so it waits for the table, which takes minutes.
    loggingRole?.node.addDependency(data);
    const receiver = createReceiver(this, {
      settings,
      codeFolder: props.receiverFolder,
      table,
      keyArn,
      addresses: panelAddresses,
      pictures,
    });
    const monitoring = new GuardMonitoring(this, 'Monitoring', {
      settings,
      apiStage,
      table,
      certificateArn: (domains.api ?? domains.live)?.certificate.certificateArn,
      queues,
      deadLetters,
      endpoints: new Set(routes.map((route) => route.name)),
      nested: functionStacks.of('monitoring'),
      functionStacks: [...functionStacks.byFolder.values()],
      copiedBackup: backup?.copied,
      receiver,
    });
    backup?.reportFailures(monitoring.topics.ticket);

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ReferenceUrl', { value: `${api.baseUrl}/docs/api` });
    if (sockets) new CfnOutput(this, 'LiveUrl', { value: sockets.url });
    if (api.domain && settings.hostedZoneId === undefined) {
      new CfnOutput(this, 'DomainTarget', { value: api.domain.target });
    }
    if (sockets?.domain && settings.hostedZoneId === undefined) {
      new CfnOutput(this, 'LiveDomainTarget', { value: sockets.domain.target });
    }
    // The output has another id in the code, because the id `Release` belongs to a construct.
    new CfnOutput(this, 'ReleaseOutput', { value: settings.commit }).overrideLogicalId('Release');
    new CfnOutput(this, 'TableName', { value: table.tableName });
    if (monitoring.dashboardUrl) new CfnOutput(this, 'DashboardUrl', { value: monitoring.dashboardUrl });
    const off = switchedOff(settings);
    if (off.length > 0) new CfnOutput(this, 'SwitchedOff', { value: off.join('; ') });
  }
}

function createMqtt(
  stack: GuardStack,
  settings: StageSettings,
  { clientAuthorizer: authorizer, brokerFinder: findBroker, queues, deadLetters }: Triggers,
): Mqtt | undefined {
  const { name } = receivePublicationTrigger;
  const [queue, failed] = [queues.get(name), deadLetters.get(name)];
  if (!authorizer || !findBroker || !queue || !failed) return undefined;
  return new Mqtt(stack, 'Mqtt', { settings, authorizer, findBroker, queue, deadLetters: failed });
}

function functionOf(route: Route, triggered: Triggers, settings: StageSettings): FunctionNeeds {
  const { statements, environment } = triggered.meansToSend(route.queuesMail ? [SEND_MAIL] : []);
  const { name, resource, summary: description, hashesPasswords = false } = route;
  return {
    name,
    resource,
    description,
    tableUse: tableUseOf(route),
    reads: settingsOf(route),
    hashesPasswords,
    statements: [
      ...statements,
      ...(route.sendsMessages ? messageStatements(triggered, settings) : []),
      ...(route.usesCertificates ? certificateStatements(triggered, settings) : []),
    ],
    environment: { ...environment, ...(resource === FIRST_RESOURCE ? RELEASE_VARIABLES : {}) },
  };
}

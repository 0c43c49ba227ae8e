import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { noteMailFeedbackTrigger } from '../../../functions/jobs/mail.ts';
import { notifyPeopleTrigger } from '../../../functions/jobs/notifications.ts';
import { triggersOf } from '../../../functions/triggers.ts';
import { settingsOfFunction } from '../../../shared/lambda/settings-use.ts';
import {
  API_BASE_URL_VARIABLE,
  type QueueTrigger,
  queueUrlVariable,
  type ScheduleTrigger,
  SOCKETS_ENDPOINT_VARIABLE,
  type StreamTrigger,
  type TriggeredFunction,
} from '../../../shared/lambda/trigger.ts';
import type { Domain } from '../api/domain.ts';
import type { FunctionStacks } from '../functions/function-stack.ts';
import type { GuardFunction } from '../functions/guard-function.ts';
import { isOn, mailStatements, queueMailFeedback } from '../mail.ts';
import { acknowledgeCertificates, brokerStatements, permitAuthorizer } from '../mqtt.ts';
import { releaseAtOnce } from '../release/alias.ts';
import { acknowledgeVerdict, verdictStatement } from '../release/application.ts';
import { messageStatements, queueSmsReceipts } from '../sms.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import { type EventSource, queueSource, streamSource } from './event-sources.ts';
import { bucketDestination, queueDestination } from './failure-destinations.ts';
import { createQueue, createStreamDeadLetters } from './queues.ts';
import { Sockets } from './sockets.ts';

interface TriggersProps {
  readonly settings: StageSettings;
  readonly triggers: readonly TriggeredFunction[];
  readonly table: NamedTable;
  /** The URL of the API, without a slash at the end. */
  readonly apiUrl: string;
  readonly functionStacks: FunctionStacks;
  /** The stage's own domain name of the WebSocket API, if it has one. */
  readonly liveDomain: Domain | undefined;
}

/** What a function needs to reach a resource: permissions and environment variables. */
interface Means {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
}

const NO_MEANS: Means = { statements: [], environment: {} };

/**
 * The functions that no client calls by HTTP, with their triggers, as they are declared. Queues and the WebSocket API are in
 * the root stack. What connects a function with its trigger is in the function's own stack.
 */
export class Triggers extends Construct {
  /** Authenticates the requests to API Gateway. */
  readonly authorizer: GuardFunction;
  /** The function that decides whether a release continues after its first wave; `undefined` for releases in place. */
  readonly smokeTest: GuardFunction | undefined;
  /** Decides about clients of MQTT; `undefined` in a stage without it. */
  readonly clientAuthorizer: IFunction | undefined;
  /** Finds where clients of MQTT connect; `undefined` in a stage without it. */
  readonly brokerFinder: IFunction | undefined;
  /** The queues, by the name of the function that receives their messages. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Dead-letter queues, by the name of the function. */
  readonly deadLetters = new Map<string, Queue>();
  /** The WebSocket API, if a function has a socket trigger. */
  readonly sockets: Sockets | undefined;
  readonly #props: TriggersProps;

  constructor(scope: Construct, id: string, props: TriggersProps) {
    super(scope, id);
    this.#props = props;
    const { settings, triggers, liveDomain: domain } = props;
    const socketFunctions = triggersOf('socket', triggers);
    this.sockets =
      socketFunctions.length > 0 ? new Sockets(this, 'Sockets', { settings, domain }) : undefined;
    this.queues = new Map(triggersOf('queue', triggers).map((it) => [it.name, this.addQueue(it)]));
    const [authorizer, ...others] = triggersOf('authorizer', triggers);
    if (!authorizer || others.length > 0) throw new Error('The API has exactly one authorizer.');
    this.authorizer = this.addFunction(authorizer);
    for (const it of triggersOf('mqtt_authorizer', triggers)) {
      const handler = this.release(this.addFunction(it));
      permitAuthorizer(handler, this.connectionOf(it), settings);
      this.clientAuthorizer = handler;
    }
    for (const it of triggersOf('custom_resource', triggers)) {
      const handler = this.addFunction(it, brokerStatements(this, settings));
      acknowledgeCertificates(handler);
      this.brokerFinder = this.release(handler);
    }
    const feedback = this.queues.get(noteMailFeedbackTrigger.name);
    if (feedback) queueMailFeedback(this, settings, feedback);
    const receipts = this.queues.get(notifyPeopleTrigger.name);
    if (receipts) queueSmsReceipts(this, settings, receipts);
    if (settings.release !== 'in_place') this.smokeTest = this.addSmokeTest(triggersOf('release', triggers));
    for (const it of triggersOf('schedule', triggers)) {
      addSchedule(this.connectionOf(it), it, this.release(this.addFunction(it)));
    }
    for (const it of triggersOf('stream', triggers)) this.connect(it, this.sourceOfStream(it));
    for (const it of triggersOf('queue', triggers))
      this.connect(it, queueSource(it, this.queueOf(it.name), isOn(it, settings)));
    for (const it of socketFunctions) this.sockets?.addRoute(it, this.release(this.addFunction(it)));
  }

  private addSmokeTest([declaration, ...others]: readonly TriggeredFunction[]): GuardFunction {
    if (!declaration || others.length > 0) throw new Error('A release has exactly one smoke test.');
    const smokeTest = this.addFunction(declaration, [verdictStatement(this, this.#props.settings)]);
    acknowledgeVerdict(smokeTest, this.#props.settings);
    return smokeTest;
  }

  private connect(declaration: TriggeredFunction, source: EventSource): void {
    const handler = this.addFunction(declaration, source.statements);
    source.acknowledge?.(handler);
    source.connect(this.connectionOf(declaration), this.release(handler));
  }

  private release(it: GuardFunction): IFunction {
    return releaseAtOnce(it, this.#props.settings);
  }

  private addFunction(declaration: TriggeredFunction, ofTrigger: readonly PolicyStatement[] = []) {
    const { name, resource, description, table: tableUse, environment, timeoutSeconds } = declaration;
    const [sending, posting] = [this.meansToSend(declaration.sendsTo), this.meansToPost(declaration)];
    const mailing = declaration.sendsMail ? mailStatements(this, this.#props.settings) : [];
    const messaging = declaration.sendsMessages ? messageStatements(this, this.#props.settings) : [];
    const handler = this.#props.functionStacks.addFunction({
      name,
      resource,
      description,
      tableUse,
      reads: settingsOfFunction(declaration),
      statements: [...ofTrigger, ...sending.statements, ...posting.statements, ...mailing, ...messaging],
      environment: {
        ...environment,
        ...sending.environment,
        ...posting.environment,
        ...(declaration.callsApi ? { [API_BASE_URL_VARIABLE]: this.#props.apiUrl } : {}),
      },
      timeoutSeconds,
      isTraced: declaration.isTraced,
    });
    if (declaration.postsToSockets) this.socketsFor(name).acknowledgePosting(handler.function as IFunction);
    return handler;
  }

  /** What a function needs to send messages to the queues of these functions. */
  meansToSend(receivers: readonly string[]): Means {
    if (receivers.length === 0) return NO_MEANS;
    const queues = receivers.map((receiver) => [receiver, this.queueOf(receiver)] as const);
    const resources = queues.map(([, { queueArn }]) => queueArn);
    return {
      statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources })],
      environment: Object.fromEntries(
        queues.map(([receiver, { queueUrl }]) => [queueUrlVariable(receiver), queueUrl]),
      ),
    };
  }

  private meansToPost({ name, postsToSockets }: TriggeredFunction): Means {
    if (!postsToSockets) return NO_MEANS;
    const sockets = this.socketsFor(name);
    return {
      statements: [sockets.postingStatement()],
      environment: { [SOCKETS_ENDPOINT_VARIABLE]: sockets.endpoint },
    };
  }

  private addQueue(declaration: TriggeredFunction<QueueTrigger>): Queue {
    const queue = createQueue(this.scopeOf(declaration), declaration);
    const deadLetters = queue.deadLetterQueue?.queue;
    if (deadLetters) this.deadLetters.set(declaration.name, deadLetters as Queue);
    return queue;
  }

  private sourceOfStream(declaration: TriggeredFunction<StreamTrigger>): EventSource {
    const { tableStreamArn } = this.#props.table;
    if (tableStreamArn === undefined) {
      throw new Error(
        `The table has no stream that the stack knows, which ${declaration.name} reads: of a restored one, restoredTableStreamArn.`,
      );
    }
    const scope = this.scopeOf(declaration);
    const deadLetters = createStreamDeadLetters(scope);
    this.deadLetters.set(declaration.name, deadLetters);
    const failures = declaration.trigger.storesDeadLetters
      ? bucketDestination(scope, this.#props.settings, deadLetters)
      : queueDestination(deadLetters);
    return streamSource(declaration, tableStreamArn, failures);
  }

  private socketsFor(name: string): Sockets {
    if (!this.sockets) throw new Error(`There is no WebSocket API that ${name} could post to.`);
    return this.sockets;
  }

  private queueOf(name: string): Queue {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`There is no function ${name} that gets messages of a queue.`);
    return queue;
  }

  /** The construct that contains the queues of a function. */
  private scopeOf({ name }: TriggeredFunction): Construct {
    return (this.node.tryFindChild(name) as Construct | undefined) ?? new Construct(this, name);
  }

  /** The construct that contains what connects a function with its trigger. */
  private connectionOf({ name, resource }: TriggeredFunction): Construct {
    return new Construct(this.#props.functionStacks.of(resource), `${name}-trigger`);
  }
}

/**
 * Runs a function at an interval. A failed or late run is not repeated, because the next run replaces it. This takes a
 * setting of EventBridge for the delivery, and one of Lambda for the invocation (AWS, "How Lambda handles errors and retries
 * with asynchronous invocation").
 */
function addSchedule(
  scope: Construct,
  { description, trigger }: TriggeredFunction<ScheduleTrigger>,
  handler: IFunction,
): void {
  const interval = Duration.minutes(trigger.everyMinutes);
  const once = { retryAttempts: 0, maxEventAge: interval } as const;
  handler.configureAsyncInvoke(once);
  new Rule(scope, 'Schedule', {
    description,
    schedule: Schedule.rate(interval),
    targets: [new FunctionTarget(handler, once)],
  });
}

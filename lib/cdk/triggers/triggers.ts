import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { triggersOf } from '../../../functions/triggers.ts';
import {
  type QueueTrigger,
  queueUrlVariable,
  type StreamTrigger,
  type TriggeredFunction,
} from '../../../shared/lambda/trigger.ts';
import type { GuardFunctionProps } from '../functions/guard-function.ts';
import type { NamedTable } from '../table.ts';
import { type EventSource, queueSource, streamSource } from './event-sources.ts';
import { createDeadLetters, createQueue } from './queues.ts';
import { addSchedule } from './schedule.ts';

/** What a function is made of, beside what all functions have. */
export type FunctionNeeds = Omit<GuardFunctionProps, 'codeFolder' | 'settings' | 'table'> & {
  readonly name: string;
};

export interface TriggersProps {
  readonly triggers: readonly TriggeredFunction[];
  readonly table: NamedTable;
  readonly addFunction: (needs: FunctionNeeds) => LambdaFunction;
}

/** The functions that no client calls by HTTP, each with what causes it: read from their declarations. */
export class Triggers extends Construct {
  /** What API Gateway asks about requests. */
  readonly authorizer: LambdaFunction;
  /** Where dead letters lie, by the name of the function. */
  readonly deadLetters = new Map<string, Queue>();
  readonly #queues: ReadonlyMap<string, Queue>;
  readonly #props: TriggersProps;

  constructor(scope: Construct, id: string, props: TriggersProps) {
    super(scope, id);
    this.#props = props;
    const { triggers } = props;
    this.#queues = new Map(triggersOf('queue', triggers).map((it) => [it.name, this.addQueue(it)]));
    const [authorizer, ...others] = triggersOf('authorizer', triggers);
    if (!authorizer || others.length > 0) throw new Error('The API has exactly one authorizer.');
    this.authorizer = this.addFunction(authorizer);
    for (const it of triggersOf('schedule', triggers)) {
      addSchedule(this.scopeOf(it), it, this.addFunction(it) as IFunction);
    }
    for (const it of triggersOf('stream', triggers)) this.connect(it, this.sourceOfStream(it));
    for (const it of triggersOf('queue', triggers)) this.connect(it, queueSource(it, this.queueOf(it.name)));
  }

  private connect(declaration: TriggeredFunction, source: EventSource): void {
    const handler = this.addFunction(declaration, source.statements);
    source.connect(this.scopeOf(declaration), handler as IFunction);
  }

  private addFunction(declaration: TriggeredFunction, statements: readonly PolicyStatement[] = []) {
    const { name, folder, description, table: tableUse, sendsTo, environment, timeoutSeconds } = declaration;
    const urls = sendsTo.map((receiver) => [queueUrlVariable(receiver), this.queueOf(receiver).queueUrl]);
    const sending = new PolicyStatement({
      actions: ['sqs:SendMessage'],
      resources: sendsTo.map((receiver) => this.queueOf(receiver).queueArn),
    });
    return this.#props.addFunction({
      name,
      folder,
      description,
      tableUse,
      statements: [...statements, ...(sendsTo.length > 0 ? [sending] : [])],
      environment: { ...environment, ...Object.fromEntries(urls) },
      timeoutSeconds,
    });
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
      throw new Error(`The table has no stream that the stack knows, which ${declaration.name} reads.`);
    }
    const deadLetters = createDeadLetters(this.scopeOf(declaration), false);
    this.deadLetters.set(declaration.name, deadLetters);
    return streamSource(declaration, tableStreamArn, deadLetters);
  }

  private queueOf(name: string): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new Error(`There is no function ${name} that gets messages of a queue.`);
    return queue;
  }

  /** Where the parts of a trigger stand in the stack. */
  private scopeOf({ name }: TriggeredFunction): Construct {
    return (this.node.tryFindChild(name) as Construct | undefined) ?? new Construct(this, name);
  }
}

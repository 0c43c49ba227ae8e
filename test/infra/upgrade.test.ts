import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readBaseline, withoutHashes } from './baseline.ts';
import type { StackTemplate } from './join-templates.ts';
import { parseTexts, type StageTemplates } from './stage-templates.ts';
import { DEV, FULL, HOSTED, PROD } from './stages-with-options.ts';
import { type StageContext, synthesizeWhole } from './synthesis.ts';
import { findUpgradeFaults, UNIQUE } from './upgrade-faults.ts';

/**
 * Faults of the next release that are meant, each with its reason: what a major release gives up, and what its changelog says how
 * to survive. Leave it empty after a release, and otherwise correct the stack.
 */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {};

const { version, stages } = readBaseline();
const synthesizeTemplates = (context: StageContext) => {
  const { rootText, nestedTexts, stackName } = synthesizeWhole(context);
  const nested = [...nestedTexts].map(([id, text]): [string, string] => [id, withoutHashes(text)]);
  return { stackName, ...parseTexts({ root: withoutHashes(rootText), nested }) };
};
const full = synthesizeTemplates(FULL);

describe.each([
  ['dev', DEV],
  ['prod', PROD],
  ['prod with every option', FULL],
  ['prod in a hosted zone', HOSTED],
] as const)('An upgrade of %s', (name, context) => {
  const { stackName, ...templates } = synthesizeTemplates(context);

  test(`CloudFormation can update a stage of ${version} to this commit, and the stage loses nothing`, () => {
    expect(stackName, 'a stack with another name would be a new one').toBe(stages[name].stackName);
    const faults = findUpgradeFaults(parseTexts(stages[name]), templates);
    expect(
      faults,
      `This commit cannot upgrade a stage of release ${version}. Correct the stack, not the baseline: only a release writes a new one (docs/CONTRIBUTING.md, "A release").`,
    ).toEqual(ACCEPTED[name] ?? []);
  });
});

test('The baseline is that of the version of package.json, which a release changes together with it', () => {
  expect(version).toBe(packageJson.version);
});

/** A stage with one resource of each type, and with three of the nested stacks. */
const SMALL: StageTemplates = (() => {
  const firsts = (template: StackTemplate, keeps: (type: string, id: string) => boolean) => {
    const types = new Set<string>();
    const kept = Object.entries(template.Resources).filter(
      ([id, { Type }]) =>
        keeps(Type, id) && (Type.endsWith('::Stack') || !types.has(Type)) && types.add(Type),
    );
    return { ...template, Resources: Object.fromEntries(kept) };
  };
  const nested = [...full.nested].filter(([id]) => ['Alarms', 'Live', 'Monitoring'].includes(id));
  const names = nested.map(([id]) => id);
  return {
    root: firsts(full.root, (type, id) => !type.endsWith('::Stack') || names.includes(id)),
    nested: new Map(nested.map(([id, it]) => [id, firsts(it, () => true)])),
  };
})();

interface Change {
  readonly root: StackTemplate;
  readonly nested: Map<string, StackTemplate>;
  readonly alarms: StackTemplate;
  readonly live: StackTemplate;
  readonly monitoring: StackTemplate;
  /** The id of the first resource of a type, and what it declares. */
  readonly first: (template: StackTemplate, type: string) => [id: string, it: Declared];
  /** Puts a resource under another logical id, in the same stack or another. */
  readonly move: (type: string, from: StackTemplate, to?: StackTemplate) => void;
  readonly set: (type: string, properties: Record<string, unknown>, template?: StackTemplate) => void;
}
type Declared = StackTemplate['Resources'][string] & { Properties?: Record<string, unknown> };

const indexesOf = (it: Declared) => it.Properties?.['GlobalSecondaryIndexes'] as Record<string, unknown>[];
const TABLE = 'AWS::DynamoDB::GlobalTable';

/** What a careless release does, and what the finding says of it. */
const CASES: readonly (readonly [string, (change: Change) => void, RegExp | readonly RegExp[]])[] = [
  [
    'a composite alarm becomes a plain one',
    ({ alarms, first }) => {
      first(alarms, 'AWS::CloudWatch::CompositeAlarm')[1].Type = 'AWS::CloudWatch::Alarm';
    },
    /was AWS::CloudWatch::CompositeAlarm and is now AWS::CloudWatch::Alarm/,
  ],
  [
    'a plain alarm takes the name of a composite one',
    ({ alarms, first }) => {
      const [id, composite] = first(alarms, 'AWS::CloudWatch::CompositeAlarm');
      delete alarms.Resources[id];
      alarms.Resources['Plain'] = { ...composite, Type: 'AWS::CloudWatch::Alarm' };
    },
    /^Plain in the nested stack Alarms has the AlarmName of /,
  ],
  ['the table has another logical id', ({ move, root }) => move(TABLE, root), /lose its items/],
  ['the table is in a nested stack', ({ move, root, live }) => move(TABLE, root, live), /lose its items/],
  [
    'the table has another key schema',
    ({ set }) => set(TABLE, { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] }),
    /^CloudFormation replaces \w+ \(AWS::DynamoDB::GlobalTable\), because of KeySchema/,
  ],
  [
    'the table is no longer retained',
    ({ root, first }) => {
      first(root, TABLE)[1]['DeletionPolicy'] = 'Delete';
    },
    /no longer retained by its DeletionPolicy/,
  ],
  [
    'the table has two indexes more',
    ({ root, first, set }) => {
      const all = indexesOf(first(root, TABLE)[1]);
      const more = ['one', 'two'].map((IndexName) => ({ ...all[0], IndexName }));
      set(TABLE, { GlobalSecondaryIndexes: [...all, ...more] });
    },
    /adds or removes 2 indexes \(one, two\)/,
  ],
  [
    'an index of the table is replaced by another one',
    ({ root, first, set }) => {
      const [, ...others] = indexesOf(first(root, TABLE)[1]);
      set(TABLE, { GlobalSecondaryIndexes: [...others, { ...others[0], IndexName: 'one' }] });
    },
    /adds or removes 2 indexes/,
  ],
  [
    'an index of the table has another projection',
    ({ root, first, set }) => {
      const [one, ...others] = indexesOf(first(root, TABLE)[1]);
      set(TABLE, { GlobalSecondaryIndexes: [{ ...one, Projection: { ProjectionType: 'ALL' } }, ...others] });
    },
    /changes the keys or the projection of the index/,
  ],
  [
    'the stream has only new images',
    ({ set }) => set(TABLE, { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }),
    /changes its stream/,
  ],
  [
    'items expire by another attribute',
    ({ set }) => set(TABLE, { TimeToLiveSpecification: { AttributeName: 'other', Enabled: true } }),
    /another TTL attribute/,
  ],
  ['a bucket is gone', ({ move, root }) => move('AWS::S3::Bucket', root), /lose its objects/],
  ['a key is gone', ({ move, root }) => move('AWS::KMS::Key', root), /lose the key/],
  ['a queue is gone', ({ move, root }) => move('AWS::SQS::Queue', root), /lose its messages/],
  [
    'a queue becomes another kind of queue',
    ({ set }) => set('AWS::SQS::Queue', { FifoQueue: true }),
    /replaces \w+ \(AWS::SQS::Queue\), because of FifoQueue/,
  ],
  [
    'the vault has another name',
    ({ set }) => set('AWS::Backup::BackupVault', { BackupVaultName: 'other' }),
    /lose its backups/,
  ],
  [
    'a topic has another name',
    ({ set }) => set('AWS::SNS::Topic', { TopicName: 'other' }),
    [/lose the confirmation/, /subscriptions, which people have confirmed/],
  ],
  [
    'the subscription of a person has another logical id',
    ({ move, root }) => move('AWS::SNS::Subscription', root),
    [/lose the confirmation/, /has the TopicArn and Protocol and Endpoint of /],
  ],
  [
    'the REST API has another logical id',
    ({ move, root }) => move('AWS::ApiGateway::RestApi', root),
    /the host of `BaseUrl`/,
  ],
  [
    'the WebSocket API has another protocol',
    ({ set }) => set('AWS::ApiGatewayV2::Api', { ProtocolType: 'HTTP' }),
    /the host of `LiveUrl`/,
  ],
  [
    'a query definition moves to another stack',
    ({ move, monitoring, live }) => move('AWS::Logs::QueryDefinition', monitoring, live),
    /^Moved in the nested stack Live has the Name of \w+ in the nested stack Monitoring/,
  ],
  [
    'an alarm has another logical id, and its name',
    ({ move, root }) => move('AWS::CloudWatch::Alarm', root),
    /has the AlarmName of /,
  ],
  [
    'a function reads a queue through another event source mapping',
    ({ move, live }) => move('AWS::Lambda::EventSourceMapping', live),
    /has the FunctionName and EventSourceArn of /,
  ],
  [
    'an event source mapping begins elsewhere in the stream',
    ({ set, live }) => set('AWS::Lambda::EventSourceMapping', { StartingPosition: 'LATEST' }, live),
    /because of StartingPosition, but it keeps its FunctionName and EventSourceArn/,
  ],
  [
    'a path of the API has another logical id',
    ({ move, root }) => move('AWS::ApiGateway::Resource', root),
    /has the RestApiId and ParentId and PathPart of /,
  ],
  [
    'the policy of a queue has another logical id',
    ({ move, root }) => move('AWS::SQS::QueuePolicy', root),
    /has the Queues of /,
  ],
  [
    'the firewall protects the API by another association',
    ({ move, root }) => move('AWS::WAFv2::WebACLAssociation', root),
    /has the ResourceArn of /,
  ],
  [
    'a log group has another class',
    ({ set, live }) => set('AWS::Logs::LogGroup', { LogGroupClass: 'INFREQUENT_ACCESS' }, live),
    /changes its class/,
  ],
  [
    'a nested stack has another logical id',
    ({ root, nested, live }) => {
      const { Live, ...others } = root.Resources;
      root.Resources = { ...others, ...(Live ? { Alive: Live } : {}) };
      nested.delete('Live');
      nested.set('Alive', live);
    },
    [/in the nested stack Alive has the AlarmName of /, /^The nested stack Live is no longer there/],
  ],
  [
    'an output has another name',
    ({ root }) => {
      const { BaseUrl, ...others } = root.Outputs;
      root.Outputs = { ...others, ...(BaseUrl ? { Url: BaseUrl } : {}) };
    },
    /^The output BaseUrl is no longer there/,
  ],
  [
    'the stack has a parameter without a default',
    ({ root }) => {
      root.Parameters['Colour'] = { Type: 'String' };
    },
    /^The parameter Colour is new/,
  ],
];

describe('A release is rejected if', () => {
  test.each(CASES)('%s', (_what, change, expected) => {
    const faults = findUpgradeFaults(SMALL, changed(change));
    expect(faults).toEqual([expected].flat().map((pattern) => expect.stringMatching(pattern)));
  });

  test('A release is rejected until somebody has said what must be unique of each of its types of resources', () => {
    const stacks = [FULL, HOSTED].map(synthesizeTemplates).flatMap((it) => [it.root, ...it.nested.values()]);
    const types = stacks.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
    const unknown = new Set(types.filter((it) => !(it in UNIQUE) && it !== 'AWS::CloudFormation::Stack'));
    expect([...unknown]).toEqual([]);
  });
});

describe('A release may', () => {
  test.each<readonly [string, (change: Change) => void]>([
    ['change nothing', () => {}],
    [
      'add one index',
      ({ root, first, set }) => {
        const all = indexesOf(first(root, TABLE)[1]);
        set(TABLE, { GlobalSecondaryIndexes: [...all, { ...all[0], IndexName: 'one' }] });
      },
    ],
    [
      'give an alarm another logical id and another name',
      ({ move, root, set }) => {
        move('AWS::CloudWatch::Alarm', root);
        set('AWS::CloudWatch::Alarm', { AlarmName: 'another' });
      },
    ],
    ['change a threshold', ({ set }) => set('AWS::CloudWatch::Alarm', { Threshold: 7 })],
    ['add an output', ({ root }) => Object.assign(root.Outputs, { More: { Value: 'more' } })],
  ])('%s', (_what, change) => {
    expect(findUpgradeFaults(SMALL, changed(change))).toEqual([]);
  });
});

/** The small stage after a change. */
function changed(change: (it: Change) => void): StageTemplates {
  const root = structuredClone(SMALL.root);
  const nested = structuredClone(SMALL.nested) as Map<string, StackTemplate>;
  const stack = (id: string) => {
    const template = nested.get(id);
    if (!template) throw new Error(`There is no nested stack ${id}.`);
    return template;
  };
  const first: Change['first'] = ({ Resources }, type) => {
    const found = Object.entries(Resources).find(([, { Type }]) => Type === type);
    if (!found) throw new Error(`There is no ${type}.`);
    return found;
  };
  change({
    root,
    nested,
    alarms: stack('Alarms'),
    live: stack('Live'),
    monitoring: stack('Monitoring'),
    first,
    move: (type, from, to = from) => {
      const [id, it] = first(from, type);
      delete from.Resources[id];
      to.Resources['Moved'] = it;
    },
    set: (type, properties, template = root) => {
      const it = first(template, type)[1];
      it.Properties = { ...it.Properties, ...properties };
    },
  });
  return { root, nested };
}

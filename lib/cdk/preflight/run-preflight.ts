import * as z from 'zod';
import { CdkCommandError, settingsOf } from '../cdk-command.ts';
import type { StageSettings } from '../stage-settings.ts';
import { Aws, AwsError, isUnknownHost, type SendToAws } from './aws.ts';
import { type Account, type Check, type Finding, fails, note, ok } from './finding.ts';
import { mailSenderCheck, smsSenderCheck } from './messages.ts';
import { concurrencyCheck, gatewayCheck, rolesCheck } from './quotas.ts';
import {
  bootstrapCheck,
  budgetCheck,
  certificateCheck,
  loggingRoleCheck,
  regionCheck,
  releaseCheck,
  stackCheck,
} from './resources.ts';
import { zoneCheck } from './zone.ts';

const USAGE = `npm run preflight -- [--stage <name>] [-c <setting>=<value>]...

Says what would fail in a deployment with these settings, before it does. It reads the account of your AWS credentials and
changes nothing. Exit code 1: something will fail. 2: nothing could be checked.`;

const EXIT_CODES = { done: 0, fails: 1, notChecked: 2 } as const;

/** What the checks need besides the calls to AWS that `connect` sends. */
type Means = Pick<Account, 'hasDocker' | 'readRunningRelease'>;

interface Outside extends Means {
  readonly connect: () => Promise<{ readonly region: string; readonly send: SendToAws }>;
  readonly write: (line: string) => void;
  readonly writeError: (line: string) => void;
}

/** Runs one command line. Writes one line for each finding, and one for an error. Resolves to the exit code. */
export async function runPreflight(
  parameters: readonly string[],
  { connect, write, writeError, ...means }: Outside,
): Promise<number> {
  if (parameters.some((it) => it === '--help' || it === '-h')) {
    write(USAGE);
    return EXIT_CODES.done;
  }
  try {
    const findings = await preflight(settingsOf(parameters), { ...(await connect()), ...means });
    for (const { kind, text } of findings) write(`${kind.padEnd(6)}${text}`);
    return findings.some(({ kind }) => kind === 'fails') ? EXIT_CODES.fails : EXIT_CODES.done;
  } catch (error) {
    writeError(explain(error));
    return EXIT_CODES.notChecked;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CdkCommandError) return error.message;
  if (error instanceof AwsError && error.code === 'InvalidClientTokenId') {
    // A region that the account has not enabled answers this, too (AWS, "Enable or disable AWS Regions in your account").
    return 'AWS refuses the credentials (InvalidClientTokenId), or the account has not enabled this region.';
  }
  if (error instanceof AwsError) return `AWS refuses the credentials (${error.code}).`;
  const text = error.message.replace(/\s+/g, ' ');
  if (error.name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${text}). Sign in or set AWS_PROFILE.`;
  }
  if (text === 'Region is missing') return 'There is no AWS region. Set AWS_REGION.';
  return `AWS cannot be asked: ${error.cause instanceof Error ? error.cause.message : text}`;
}

/** AWS Chatbot has one endpoint for all regions (AWS, "AWS Chatbot endpoints and quotas"). */
const CHATBOT = { host: 'chatbot.us-east-2.amazonaws.com', region: 'us-east-2' };

const workspacesSchema = z.object({ SlackWorkspaces: z.array(z.object({ SlackTeamId: z.string() })) });

interface Subscription {
  readonly endpoint: string;
  readonly isConfirmed: boolean;
}

/** The subscriptions to the topics of a stage. */
async function subscriptionsOf(stage: string, aws: Aws): Promise<Subscription[]> {
  const found: Subscription[] = [];
  let next: string | undefined;
  do {
    const text = await aws.query('sns', {
      Action: 'ListSubscriptions',
      Version: '2010-03-31',
      ...(next === undefined ? {} : { NextToken: next }),
    });
    const element = (name: string, part: string) => new RegExp(`<${name}>([^<]*)<`).exec(part)?.[1] ?? '';
    for (const [member] of text.matchAll(/<member>.*?<\/member>/gs)) {
      if (!element('TopicArn', member).includes(`:Guard-${stage}-Monitoring`)) continue;
      found.push({
        endpoint: element('Endpoint', member),
        isConfirmed: element('SubscriptionArn', member).startsWith('arn:'),
      });
    }
    next = element('NextToken', text) || undefined;
  } while (next !== undefined);
  return found;
}

function describe(address: string, subscriptions: readonly Subscription[]): Finding {
  const own = subscriptions.filter(({ endpoint }) => endpoint === address);
  if (own.length === 0) return note(`AWS will ask ${address} to confirm: until then nobody is notified.`);
  return own.every(({ isConfirmed }) => isConfirmed)
    ? ok(`${address} has confirmed.`)
    : fails(`${address} has not confirmed the mail from AWS: nobody is notified.`);
}

const subscriptionCheck: Check = {
  asks: 'the subscriptions to alarms',
  run: async ({ aws, settings: { stage, alarmEmail, ticketEmail } }) => {
    const addresses = new Set([alarmEmail, ticketEmail].filter((it) => it !== undefined));
    if (addresses.size === 0) return [];
    const subscriptions = await subscriptionsOf(stage, aws);
    return [...addresses].map((it) => describe(it, subscriptions));
  },
};

const chatCheck: Check = {
  asks: 'the Slack workspaces',
  run: async ({ aws, settings: { alarmSlackChannel } }) => {
    if (alarmSlackChannel === undefined) return [];
    const [workspace = ''] = alarmSlackChannel.split('/');
    const text = await aws.rest('chatbot', 'POST', '/describe-slack-workspaces', CHATBOT);
    const { SlackWorkspaces } = workspacesSchema.parse(JSON.parse(text));
    return SlackWorkspaces.some(({ SlackTeamId }) => SlackTeamId === workspace)
      ? [ok(`AWS Chatbot may use the Slack workspace ${workspace}.`)]
      : [
          fails(
            `AWS Chatbot may not use the Slack workspace ${workspace}. Configure it in its console first.`,
          ),
        ];
  },
};

const dockerCheck: Check = {
  asks: 'Docker',
  run: async ({ settings: { panels }, hasDocker }) => {
    if (!panels) return [];
    return (await hasDocker())
      ? [ok('Docker runs, and makes the image of the receiver of panels.')]
      : [
          fails(
            'Docker does not run: start it, because the receiver of panels is an image, or set panels=false.',
          ),
        ];
  },
};

const CHECKS: readonly Check[] = [
  bootstrapCheck,
  stackCheck,
  releaseCheck,
  regionCheck,
  gatewayCheck,
  concurrencyCheck,
  rolesCheck,
  loggingRoleCheck,
  budgetCheck,
  zoneCheck,
  certificateCheck,
  subscriptionCheck,
  chatCheck,
  mailSenderCheck,
  smsSenderCheck,
  dockerCheck,
];

/** Checks whether a stage can be deployed to an account and region. It only reads. Throws if AWS refuses the credentials. */
async function preflight(
  settings: StageSettings,
  { region, send, ...means }: { readonly region: string; readonly send: SendToAws } & Means,
): Promise<Finding[]> {
  const aws = new Aws(region, send);
  const accountId = await readAccountId(aws);
  const stackStatus = await readStackStatus(aws, settings.stage);
  const account = { aws, settings, accountId, stackStatus, ...means };
  const findings = await Promise.all(CHECKS.map((check) => run(check, account)));
  return [ok(`Stage ${settings.stage}, account ${accountId}, region ${region}.`), ...findings.flat()];
}

/** Runs one check. If a permission is missing or an answer is unexpected, only this check ends. */
async function run({ asks, run: check }: Check, account: Account): Promise<readonly Finding[]> {
  try {
    return await check(account);
  } catch (error) {
    return [note(`Not checked: ${asks} (${reasonOf(error)}).`)];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AwsError) return error.code;
  if (error instanceof z.ZodError) return 'unexpected answer';
  if (isUnknownHost(error)) return 'the service has no host in this region';
  // An error of the SDK.
  if (error instanceof Error && '$metadata' in error) return error.name;
  throw error;
}

async function readAccountId(aws: Aws): Promise<string> {
  const text = await aws.query('sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
  return /<Account>(\d+)</.exec(text)?.[1] ?? '';
}

async function readStackStatus(aws: Aws, stage: string): Promise<string | undefined> {
  const parameters = { Action: 'DescribeStacks', Version: '2010-05-15', StackName: `Guard-${stage}` };
  try {
    const text = await aws.query('cloudformation', parameters);
    return /<StackStatus>(\w+)</.exec(text)?.[1];
  } catch (error) {
    // The stack does not exist.
    if (error instanceof AwsError && error.code === 'ValidationError') return undefined;
    throw error;
  }
}

import * as z from 'zod';
import type { Aws } from './aws.ts';
import { type Check, type Finding, fails, note, ok } from './finding.ts';

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

export const mailCheck: Check = {
  asks: 'the subscriptions to alarms',
  run: async ({ aws, settings: { stage, alarmEmail, ticketEmail } }) => {
    const addresses = new Set([alarmEmail, ticketEmail].filter((it) => it !== undefined));
    if (addresses.size === 0) return [];
    const subscriptions = await subscriptionsOf(stage, aws);
    return [...addresses].map((it) => describe(it, subscriptions));
  },
};

export const chatCheck: Check = {
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

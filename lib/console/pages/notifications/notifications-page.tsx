import type { NotificationRule, NotificationRuleInput } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import type { Console } from '../../hooks/use-console.ts';
import { readSites } from '../../services/read-sites.ts';
import { bodyOf, type Values } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { texts as webhooks } from '../webhooks/webhooks-texts.ts';
import { texts } from './notifications-texts.ts';
import { Reach } from './reach.tsx';
import { type NeededForRules, recipientName, recipientText } from './recipients.ts';
import { ruleControls } from './rule-controls.tsx';
import { kindsText, ruleFields } from './rule-fields.ts';

/** Rules: who is notified of what; who cannot be reached. */
export function NotificationsPage(props: PageProps) {
  return <ResourcePage {...props} resource={RULES} />;
}

const RULES: Resource<NotificationRule, NeededForRules> = {
  texts: { ...texts, details: webhooks.details },
  api: ({ notificationRules }) => notificationRules,
  nameOf: ({ name }) => name,
  readNeeded,
  isNeededInList: true,
  above: (_, needed) =>
    needed && needed.off.length > 0 && <p class="notice">{texts.off(kindsText(needed.off))}</p>,
  columns: ({ needed }) => [
    { title: webhooks.events, cell: ({ events }) => events.map((it) => eventNames[it] ?? it).join(' · ') },
    {
      title: texts.who,
      cell: ({ recipients }) =>
        needed ? recipients.map((it) => recipientName(recipientText(it), needed)).join(', ') : common.reading,
    },
    { title: texts.channels, cell: ({ channels }) => kindsText(channels) },
    {
      title: common.status,
      cell: ({ status }) => (
        <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{webhooks.statuses[status]}</span>
      ),
    },
  ],
  fields: (_, needed, rule) => ruleFields(needed, rule?.site_ids ?? []),
  controls: ruleControls,
  initial: () => ({ status: 'active', events: ['alert.raised'] }),
  examples: examplesOf,
  create: ({ guard, tenantId, fields }, values, idempotencyKey) => {
    const body = bodyOf(fields, values) as NotificationRuleInput;
    return guard.notificationRules.create(body, { tenantId, idempotencyKey });
  },
  preview: ({ fields, needed, values }) => <Reach fields={fields} needed={needed} values={values} />,
};

async function readNeeded({ guard, tenantId }: Console, signal: AbortSignal): Promise<NeededForRules> {
  const filters = { limit: 100, tenant_id: tenantId };
  const [users, schedules, sites, { off }] = await Promise.all([
    guard.users.list(filters, { signal }).all(),
    guard.schedules.list(filters, { signal }).all(),
    readSites({ guard, tenantId }, signal),
    guard.channels.list({ signal }),
  ]);
  const byName = <T extends { readonly name: string }>(items: readonly T[]) =>
    [...items].sort((one, other) => one.name.localeCompare(other.name));
  return { users: byName(users), schedules: byName(schedules), sites: byName(sites), off };
}

/** Rules to begin with, for whoever is on call, or for the first person. The second one needs a step of the escalation. */
function examplesOf({ users, schedules }: NeededForRules): Readonly<Record<string, Values>> {
  const duty = schedules[0] && recipientText({ schedule_id: schedules[0].id });
  const [master = users[0]] = users.filter(({ role }) => role === 'tenant_master');
  if (!master) return {};
  const manager = recipientText({ user_id: master.id });
  const critical = { channels: ['sms'], min_severity: 'critical' };
  return {
    [texts.criticalBySms]: {
      ...critical,
      name: texts.criticalName,
      events: ['alert.raised'],
      recipients: [duty ?? manager],
    },
    [texts.thenManager]: {
      ...critical,
      name: texts.managerName,
      events: ['alert.escalated'],
      recipients: [manager],
    },
  };
}

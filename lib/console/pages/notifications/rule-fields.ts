import type { ChannelKind, NotificationRecipient } from '../../../client/index.ts';
import { type Field, optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { common } from '../../texts/common.ts';
import { eventNames, ruleEvents } from '../../texts/event-names.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';
import { texts as plans } from '../action-plans/plans-texts.ts';
import { texts as webhooks } from '../webhooks/webhooks-texts.ts';
import { texts } from './notifications-texts.ts';
import { type NeededForRules, recipientName, recipientOf, recipientText } from './recipients.ts';

/** Kinds of channels in words: `E-mail, SMS`. */
export const kindsText = (kinds: readonly ChannelKind[]) =>
  kinds.map((it) => notifiedTexts.kinds[it]).join(', ');

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The fields of a rule. Deleted sites that it names stay chosen until they are taken out. */
export function ruleFields(needed: NeededForRules, siteIds: readonly string[] = []): readonly Field[] {
  const gone = siteIds.filter((it) => needed.sites.every(({ id }) => id !== it));
  const sites = [...needed.sites, ...gone.map((id) => ({ id, name: id }))];
  return [
    {
      name: 'name',
      label: common.name,
      kind: 'text',
      isRequired: true,
      limit: limits.NotificationRuleInput.name,
    },
    {
      name: 'events',
      label: webhooks.events,
      kind: 'checklist',
      isRequired: true,
      options: ruleEvents.map((value) => ({ value, label: eventNames[value] ?? value })),
    },
    {
      name: 'recipients',
      label: texts.who,
      kind: 'list',
      isRequired: true,
      read: (given) => (Array.isArray(given) ? (given as NotificationRecipient[]).map(recipientText) : []),
      send: (chosen) => chosen.map(recipientOf),
      words: (text) => recipientName(text, needed),
    },
    {
      name: 'channels',
      label: texts.channels,
      kind: 'checklist',
      isRequired: true,
      ...(needed.off.length > 0 && { hint: texts.off(kindsText(needed.off)) }),
      options: optionsOf(notifiedTexts.kinds),
    },
    {
      name: 'min_severity',
      label: plans.severity,
      hint: texts.alertsOnly,
      kind: 'select',
      options: [
        { value: '', label: plans.anySeverity },
        ...SEVERITIES.map((it) => ({ value: it, label: plans.atLeast(common.severities[it]) })),
      ],
    },
    {
      name: 'min_escalation_level',
      label: texts.level,
      isAdvanced: true,
      hint: texts.levelHint,
      kind: 'number',
      limit: limits.NotificationRuleInput.min_escalation_level,
    },
    {
      name: 'types',
      label: plans.types,
      isAdvanced: true,
      kind: 'list',
      hint: `${common.none}: ${plans.allTypes}`,
      read: (given) => (Array.isArray(given) ? given.map(String) : []),
      send: (types) => (types.length === 0 ? null : types),
      words: (type) => type,
    },
    {
      name: 'site_ids',
      label: webhooks.sites,
      isAdvanced: true,
      kind: 'checklist',
      hint: webhooks.sitesHint,
      isNullIfEmpty: true,
      options: optionsByName(sites),
    },
    {
      name: 'status',
      label: common.status,
      isAdvanced: true,
      kind: 'select',
      options: optionsOf(webhooks.statuses),
    },
  ];
}

import type { Site } from '../../../client/index.ts';
import { type Field, optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { texts } from './webhooks-texts.ts';

/** The fields of a webhook; its status only once it exists. A deleted site that it names stays chosen until it is taken out. */
export function webhookFields(sites: readonly Pick<Site, 'id' | 'name'>[], isNew: boolean): readonly Field[] {
  const fields: Field[] = [
    {
      name: 'url',
      label: texts.url,
      kind: 'url',
      isRequired: true,
      limit: limits.WebhookInput.url,
      hint: texts.urlHint,
    },
    { name: 'description', label: texts.description, kind: 'text', limit: limits.WebhookInput.description },
    {
      name: 'events',
      label: texts.events,
      kind: 'checklist',
      isRequired: true,
      options: Object.entries(eventNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'site_ids',
      label: texts.sites,
      kind: 'checklist',
      hint: texts.sitesHint,
      isNullIfEmpty: true,
      options: optionsByName(sites),
    },
    {
      name: 'status',
      label: common.status,
      kind: 'select',
      options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
    },
  ];
  return isNew ? fields.filter(({ name }) => name !== 'status') : fields;
}

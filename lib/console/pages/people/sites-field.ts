import type { Site } from '../../../client/index.ts';
import { type Field, optionsByName } from '../../state/fields.ts';
import { texts } from './people-texts.ts';

/** The sites of a tenant, and which of them are assigned to a person. */
export function sitesField(sites: readonly Pick<Site, 'id' | 'name'>[]): Field {
  return {
    name: 'site_ids',
    label: texts.sites,
    kind: 'checklist',
    hint: sites.length === 0 ? texts.noSites : texts.sitesHint,
    options: optionsByName(sites),
  };
}

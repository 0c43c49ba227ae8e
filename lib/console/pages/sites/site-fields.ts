import { STEP_FIELDS } from '../../components/escalation.ts';
import type { Field } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { TIME_ZONE_CHOICE } from '../../state/time-zone-choice.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { texts } from './sites-texts.ts';

export const SITE_FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.SiteInput.name },
  { name: 'address', label: texts.address, kind: 'text', limit: limits.SiteInput.address },
  {
    name: 'timezone',
    label: texts.timeZone,
    hint: texts.timeZoneHint,
    isRequired: true,
    ...TIME_ZONE_CHOICE,
  },
];

export const INSTRUCTIONS: Field = {
  name: 'instructions',
  label: desk.siteSheet.instructions,
  hint: texts.instructionsHint,
  kind: 'area',
  limit: limits.SiteInput.instructions,
};

/** The escalation of a site; `hint` says what it inherits. */
export function escalationFields(hint: string | undefined): readonly Field[] {
  const mode: Field = {
    name: 'escalation',
    label: texts.escalation,
    kind: 'select',
    options: Object.entries(texts.modes).map(([value, label]) => ({ value, label })),
    ...(hint === undefined ? {} : { hint }),
  };
  const isShown: Field['isShown'] = ({ escalation }) => escalation === 'own';
  return [mode, ...STEP_FIELDS.map((field) => ({ ...field, isShown }))];
}

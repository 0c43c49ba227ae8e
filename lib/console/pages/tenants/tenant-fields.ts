import { isMailOn } from '../../services/mail.ts';
import type { Field } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { TIME_ZONE_CHOICE } from '../../state/time-zone-choice.ts';
import { common } from '../../texts/common.ts';
import { texts } from './tenants-texts.ts';

const NAME: Field = {
  name: 'name',
  label: common.name,
  kind: 'text',
  isRequired: true,
  limit: limits.TenantInput.name,
};

/** The fields of a new tenant and its first master, who is invited by mail where the stage sends mail. */
export const NEW_TENANT: readonly Field[] = [
  NAME,
  {
    name: 'master.name',
    label: texts.masterName,
    kind: 'text',
    isRequired: true,
    limit: limits.MasterInput.name,
  },
  {
    name: 'master.email',
    label: texts.masterEmail,
    kind: 'email',
    isRequired: true,
    limit: limits.MasterInput.email,
    problem: 'email_taken',
    ...(isMailOn && { hint: texts.invitationHint }),
  },
  ...(isMailOn
    ? []
    : ([
        {
          name: 'master.password',
          label: texts.masterPassword,
          kind: 'password',
          isRequired: true,
          limit: limits.MasterInput.password,
          hint: texts.passwordHint,
          autocomplete: 'new-password',
        },
      ] as const)),
];

export const TENANT: readonly Field[] = [
  NAME,
  {
    name: 'status',
    label: common.status,
    kind: 'select',
    hint: texts.statusHint,
    options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'time_zone',
    label: texts.timeZone,
    hint: texts.timeZoneHint,
    ...TIME_ZONE_CHOICE,
  },
];

import { MANAGED_ROLES, type Role } from '../../../../shared/base/access.ts';
import type { Field, Option, Values } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './people-texts.ts';

export const STATUS_OPTIONS: readonly Option[] = Object.entries(texts.statuses).map(([value, label]) => ({
  value,
  label,
}));

export function roleOptions(roles: readonly Role[]): readonly Option[] {
  return roles.map((value) => ({ value, label: roleLabel(value) }));
}

/** The roles that a caller may assign. Only the platform's tenant has platform admins. */
export function assignableRoles(role: Role, hasTenant: boolean): readonly Role[] {
  const managed: readonly Role[] = MANAGED_ROLES[role];
  return managed.filter((it) => it !== 'platform_admin' || !hasTenant);
}

/** The fields of a person. The caller may not be allowed to assign the person's role. */
export function personFields(roles: readonly Role[]): readonly Field[] {
  return [
    { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.UserInput.name },
    {
      name: 'email',
      label: texts.email,
      kind: 'email',
      isRequired: true,
      limit: limits.UserInput.email,
      problem: 'email_taken',
    },
    {
      name: 'role',
      label: texts.role,
      kind: 'select',
      options: roleOptions(roles),
      hint: texts.roleHint,
      problem: 'role_managed_by_sso',
    },
    { name: 'password_login_enabled', label: texts.passwordLogin, kind: 'check' },
    { name: 'sso_login_enabled', label: texts.ssoLogin, kind: 'check' },
    {
      name: 'role_managed_by_sso',
      label: texts.roleBySso,
      kind: 'check',
      isShown: (values) => values['sso_login_enabled'] === true,
    },
  ];
}

export const PASSWORD: Field = {
  name: 'password',
  label: texts.password,
  kind: 'password',
  limit: limits.UserInput.password,
  hint: texts.passwordHint,
  autocomplete: 'new-password',
  isOmittedIfEmpty: true,
};

/** The choice of how a new person gets a password. It is not sent: without a password, the service sends an invitation. */
export const FIRST_PASSWORD: Field = {
  name: 'first_password',
  label: texts.how,
  kind: 'select',
  hint: texts.howHint,
  options: [
    { value: 'invitation', label: texts.byInvitation },
    { value: 'password', label: texts.byPassword },
  ],
  isShown: (values) => values['password_login_enabled'] === true,
};

export function isInvited(values: Values): boolean {
  return values['first_password'] === 'invitation';
}

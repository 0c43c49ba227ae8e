import { ROLES, type Role } from '../../../../shared/base/access.ts';
import type { IdentityProvider, Versioned } from '../../../client/index.ts';
import type { Field } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './sign-in-methods-texts.ts';

/** The roles that a group may give. */
const GROUP_ROLES = ROLES.filter((role) => role !== 'platform_admin');
const DEFAULT_ROLES = GROUP_ROLES.filter((role) => role !== 'tenant_master');

/** The fields of an identity provider: the issuer of a new one only, and later what needs a verified domain. */
export function providerFields(isNew: boolean): readonly Field[] {
  const name: Field = {
    name: 'name',
    label: common.name,
    kind: 'text',
    isRequired: true,
    limit: limits.IdentityProviderInput.name,
  };
  const issuer: Field = {
    name: 'issuer',
    label: texts.issuer,
    kind: 'url',
    isRequired: true,
    limit: limits.IdentityProviderInput.issuer,
    hint: texts.issuerHint,
  };
  const later: Field[] = [
    { name: 'trusts_email', label: texts.trustsEmail, kind: 'check', hint: texts.trustsEmailHint },
    {
      name: 'status',
      label: common.status,
      kind: 'select',
      options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
    },
  ];
  return [
    name,
    ...(isNew ? [issuer] : []),
    {
      name: 'client_id',
      label: texts.clientId,
      kind: 'text',
      isRequired: true,
      limit: limits.IdentityProviderInput.client_id,
    },
    {
      name: 'client_secret',
      label: texts.clientSecret,
      kind: 'password',
      limit: limits.IdentityProviderInput.client_secret,
      isOmittedIfEmpty: true,
      hint: isNew ? texts.secretHint : texts.newSecretHint,
    },
    { name: 'email_domains', label: texts.domains, kind: 'area', isRequired: true, hint: texts.domainsHint },
    { name: 'creates_users', label: texts.createsUsers, kind: 'check' },
    {
      name: 'default_role',
      label: texts.defaultRole,
      kind: 'select',
      options: [
        { value: '', label: texts.noRole },
        ...DEFAULT_ROLES.map((value) => ({ value, label: roleLabel(value) })),
      ],
    },
    {
      name: 'email_claim',
      label: texts.emailClaim,
      kind: 'text',
      limit: limits.IdentityProviderInput.email_claim,
      hint: texts.emailClaimHint,
    },
    {
      name: 'role_claim',
      label: texts.roleClaim,
      kind: 'text',
      limit: limits.IdentityProviderInput.role_claim,
      hint: texts.roleClaimHint,
    },
    {
      name: 'role_map',
      label: texts.roleMap,
      kind: 'rows',
      hint: texts.roleMapHint,
      columns: [
        {
          name: 'group',
          label: texts.groupValue,
          kind: 'text',
          limit: limits.IdentityProviderInput.role_map.each,
          isRequired: true,
        },
        {
          name: 'role',
          label: texts.groupRole,
          kind: 'select',
          options: GROUP_ROLES.map((value) => ({ value, label: roleLabel(value) })),
        },
      ],
      empty: { role: 'viewer' },
      rowName: texts.groupRow,
      add: texts.addGroup,
      most: limits.IdentityProviderInput.role_map.most,
      leavesOutEmpty: true,
      read: (given) => Object.entries(given ?? {}).map(([group, role]) => ({ group, role })),
      send: (rows) => Object.fromEntries(rows.map(({ group, role }) => [String(group).trim(), role])),
      words: ({ group, role }) => `${group} = ${roleLabel(role as Role)}`,
      check: (rows) => {
        const groups = rows.map(({ group }) => String(group).trim());
        return new Set(groups).size < groups.length ? texts.repeatedGroup : undefined;
      },
    },
    {
      name: 'session_minutes',
      label: texts.sessionMinutes,
      kind: 'number',
      limit: limits.IdentityProviderInput.session_minutes,
      hint: texts.sessionMinutesHint,
    },
    ...(isNew ? [] : later),
  ];
}

/** A provider with its domains as lines of text. */
export const asTyped = (provider: Versioned<IdentityProvider>) => ({
  ...provider,
  email_domains: provider.email_domains.join('\n'),
});

/** The body of a form: the API's list in place of lines. The service checks its content. */
export function asSent(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { email_domains: domains, ...others } = body;
  return domains === undefined ? body : { ...others, email_domains: linesOf(domains) };
}

const linesOf = (text: unknown): string[] =>
  String(text ?? '')
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean);

import { Rows } from '../../parts/rows.tsx';
import type { ListControlProps } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { roleLabel } from '../../state/words.ts';
import { GROUP_ROLES, NEW_GROUP, readGroup } from './provider-fields.ts';
import { texts } from './sign-in-methods-texts.ts';

/** The controls of the lists of an identity provider. */
export const PROVIDER_CONTROLS = { role_map: GroupsControl };

/** Groups of the provider, with a role for each. */
function GroupsControl(props: ListControlProps) {
  return (
    <Rows
      {...props}
      nameOf={texts.groupRow}
      add={texts.addGroup}
      empty={NEW_GROUP}
      row={(text, put) => {
        const group = readGroup(text);
        return (
          <>
            <label>
              {texts.groupValue}
              <input
                name="group"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                maxLength={limits.IdentityProviderInput.role_map.each.most}
                value={group.value}
                onInput={({ currentTarget: { value } }) => put({ ...group, value })}
              />
            </label>
            <label>
              {texts.groupRole}
              <select
                name="group-role"
                value={group.role}
                onChange={({ currentTarget: { value } }) => put({ ...group, role: value })}
              >
                {GROUP_ROLES.map((role) => (
                  <option key={role} value={role}>
                    {roleLabel(role)}
                  </option>
                ))}
              </select>
            </label>
          </>
        );
      }}
    />
  );
}

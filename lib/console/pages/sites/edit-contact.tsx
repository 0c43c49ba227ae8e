import { useCallback } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { Reading } from '../../parts/page-layout.tsx';
import type { Field } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { texts } from './sites-texts.ts';

export const CONTACT_FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, most: 120 },
  {
    name: 'role',
    label: texts.contactRole,
    kind: 'select',
    isRequired: true,
    options: Object.entries(desk.siteSheet.roles).map(([value, label]) => ({ value, label })),
  },
  { name: 'phone', label: texts.phone, hint: texts.phoneHint, kind: 'text', isRequired: true, most: 40 },
  { name: 'email', label: texts.email, kind: 'email', most: 255 },
  { name: 'note', label: texts.note, kind: 'area', most: 1000 },
];

interface EditContactProps {
  readonly guard: GuardClient;
  readonly id: string;
  readonly onEnd: (isSaved: boolean) => void;
}

/** Changes a contact, in its row. A list contains no revisions, so the contact is read first. */
export function EditContact({ guard, id, onEnd }: EditContactProps) {
  const read = useCallback((signal?: AbortSignal) => guard.contacts.get(id, { signal }), [guard, id]);
  const { value: contact, error, again } = useItem(read);
  if (!contact) return <Reading error={error} again={again} />;
  return (
    <EditForm
      fields={CONTACT_FIELDS}
      item={contact}
      read={read}
      save={(changes, ifMatch) => guard.contacts.update(id, changes, { ifMatch })}
      onSaved={() => onEnd(true)}
      onCancel={() => onEnd(false)}
      hasFocus
    />
  );
}

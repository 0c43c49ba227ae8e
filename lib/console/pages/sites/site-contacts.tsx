import { useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Contact, ContactInput } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { problemText } from '../../services/problem.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { INSTRUCTIONS } from './site-fields.ts';
import type { SiteProps } from './site-props.ts';
import { texts } from './sites-texts.ts';

const CONTACT_FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.ContactInput.name },
  {
    name: 'role',
    label: texts.contactRole,
    kind: 'select',
    isRequired: true,
    options: Object.entries(desk.siteSheet.roles).map(([value, label]) => ({ value, label })),
  },
  { name: 'phone', label: texts.phone, hint: texts.phoneHint, kind: 'text', isRequired: true },
  { name: 'email', label: texts.email, kind: 'email', limit: limits.ContactInput.email },
  { name: 'note', label: texts.note, kind: 'area', limit: limits.ContactInput.note },
];

interface EditContactProps {
  readonly id: string;
  readonly onEnd: (isSaved: boolean) => void;
}

/** Changes a contact, in its row. A list contains no revisions, so the contact is read first. */
function EditContact({ id, onEnd }: EditContactProps) {
  const { guard } = useConsole();
  const read = (signal?: AbortSignal) => guard.contacts.get(id, { signal });
  const { value: contact, error, again } = useRead(read, [guard, id]);
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

const NEW_CONTACT = valuesOf(CONTACT_FIELDS, { role: 'keyholder' });

const FIELDS = [INSTRUCTIONS];

/** What to do at a site, and whom to call. */
export function SiteContacts(props: SiteProps) {
  const { guard, user } = useConsole();
  const { id, site, read, show } = props;
  return (
    <>
      <Panel title={desk.siteSheet.instructions}>
        {isPermitted(user.role, 'sites:update') ? (
          <EditForm
            fields={FIELDS}
            item={site}
            read={read}
            save={(changes, ifMatch) => guard.sites.update(id, changes, { ifMatch })}
            onSaved={show}
          />
        ) : (
          <p class="note">{site.instructions ?? common.none}</p>
        )}
      </Panel>
      {isPermitted(user.role, 'contacts:read') && <Contacts {...props} />}
    </>
  );
}

/** The contacts in the order in which operators call them. Roles that manage the site change them in place. */
function Contacts({ id, contacts: { value: contacts, error, again } }: SiteProps) {
  const { guard, user } = useConsole();
  const [edited, setEdited] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState('');
  const mayChange = isPermitted(user.role, 'contacts:update');
  const columns = useMemo<readonly Column<Contact>[]>(() => {
    const moveUp = (contact: Contact) => {
      setProblem('');
      const position = contact.position - 1;
      guard.contacts
        .update(contact.id, { position })
        .catch((failure: unknown) => setProblem(problemText(failure)))
        .finally(again);
    };
    const shown: readonly Column<Contact>[] = [
      {
        title: common.name,
        cell: (contact) =>
          contact.id === edited ? (
            <EditContact
              id={contact.id}
              onEnd={(isSaved) => {
                setEdited(undefined);
                if (isSaved) again();
              }}
            />
          ) : (
            contact.name
          ),
      },
      { title: texts.contactRole, cell: ({ role }) => desk.siteSheet.roles[role] },
      { title: texts.phone, cell: ({ phone }) => <PhoneLink phone={phone} /> },
      { title: texts.email, cell: ({ email }) => email ?? '–' },
      { title: texts.note, cell: ({ note }) => <span class="note">{note ?? '–'}</span> },
    ];
    const actions: Column<Contact> = {
      title: common.actions,
      cell: (contact) =>
        contact.id !== edited && (
          <div class="buttons">
            {contact.position > 1 && (
              <button type="button" class="quiet" onClick={() => moveUp(contact)}>
                {common.moveUp}
                <span class="unseen"> {contact.name}</span>
              </button>
            )}
            <button type="button" class="quiet" onClick={() => setEdited(contact.id)}>
              {common.edit}
              <span class="unseen"> {contact.name}</span>
            </button>
            <ConfirmButton
              label={common.delete}
              about={contact.name}
              title={texts.deleteContact(contact.name)}
              action={common.delete}
              onConfirm={async () => {
                await guard.contacts.delete(contact.id);
                again();
              }}
            />
          </div>
        ),
    };
    return mayChange ? [...shown, actions] : shown;
  }, [guard, mayChange, edited, again]);
  return (
    <Panel
      title={desk.siteSheet.contacts}
      actions={
        isPermitted(user.role, 'contacts:create') &&
        !isAdding && (
          <button type="button" onClick={() => setAdding(true)}>
            {texts.addContact}
          </button>
        )
      }
    >
      {!contacts && <Reading error={error} again={again} />}
      {contacts?.length === 0 && <p class="empty">{texts.noContacts}</p>}
      {contacts && contacts.length > 0 && (
        <Table caption={desk.siteSheet.contacts} columns={columns} rows={contacts} />
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
      {isAdding && (
        <Form
          fields={CONTACT_FIELDS}
          initial={NEW_CONTACT}
          action={texts.addContact}
          onSubmit={async (values, idempotencyKey) => {
            const body = bodyOf(CONTACT_FIELDS, values) as Record<string, unknown> & ContactInput;
            await guard.contacts.create(id, body, { idempotencyKey });
            setAdding(false);
            again();
          }}
          onCancel={() => setAdding(false)}
          hasFocus
        />
      )}
    </Panel>
  );
}

import { useState } from 'preact/hooks';
import type { GuardClient, User } from '../../../client/index.ts';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { type GeneratedPassword, GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import { PASSWORD } from './person-fields.ts';

const FIELDS: readonly Field[] = [{ ...PASSWORD, label: texts.newPassword, isRequired: true }];

interface NewPasswordProps {
  readonly guard: GuardClient;
  readonly person: User;
}

/** Sets a new password for somebody, which ends their sessions. */
export function NewPassword({ guard, person }: NewPasswordProps) {
  const [filled, setFilled] = useState<GeneratedPassword>();
  const [changes, setChanges] = useState(0);
  return (
    <Panel title={texts.password}>
      <p>{texts.newPasswordText}</p>
      {/* After a change, the form is a new one: the password must not be sent twice. */}
      <Form
        key={changes}
        fields={FIELDS}
        initial={valuesOf(FIELDS)}
        action={texts.setPassword}
        filled={filled}
        onSubmit={async (values) => {
          await guard.users.update(person.id, bodyOf(FIELDS, values));
          setFilled(undefined);
          setChanges(changes + 1);
        }}
      >
        <GeneratePassword filled={filled} onFill={setFilled} />
      </Form>
      <p role="status">{changes > 0 && texts.passwordSet}</p>
    </Panel>
  );
}

import { useState } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { texts } from './account-texts.ts';

const FIELDS: readonly Field[] = [
  {
    name: 'current_password',
    label: texts.currentPassword,
    kind: 'password',
    isRequired: true,
    autocomplete: 'current-password',
  },
  {
    name: 'password',
    label: texts.newPassword,
    kind: 'password',
    isRequired: true,
    most: 128,
    hint: texts.newPasswordHint,
    autocomplete: 'new-password',
  },
];

interface OwnPasswordProps {
  readonly guard: GuardClient;
  readonly onChanged: () => void;
}

/** Changes the user's own password. */
export function OwnPassword({ guard, onChanged }: OwnPasswordProps) {
  const [changes, setChanges] = useState(0);
  return (
    <Panel title={texts.password}>
      <p>{texts.passwordText}</p>
      {/* After a change, the form is a new one: passwords must not stay on the screen. */}
      <Form
        key={changes}
        fields={FIELDS}
        initial={valuesOf(FIELDS)}
        action={texts.changePassword}
        onSubmit={async (values) => {
          await guard.updateMe(bodyOf(FIELDS, values));
          setChanges(changes + 1);
          onChanged();
        }}
      />
      <p role="status">{changes > 0 && texts.passwordChanged}</p>
    </Panel>
  );
}

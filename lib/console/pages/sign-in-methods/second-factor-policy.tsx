import { useCallback } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Field } from '../../state/fields.ts';
import { texts } from './sign-in-methods-texts.ts';

const POLICY: readonly Field[] = [
  {
    name: 'second_factor',
    label: texts.secondFactor,
    kind: 'select',
    isRequired: true,
    options: [
      { value: 'optional', label: texts.optional },
      { value: 'required', label: texts.required },
    ],
  },
];

/** Whether the tenant requires a second factor. */
export function SecondFactorPolicy({ guard, tenantId }: Pick<PageProps, 'guard' | 'tenantId'>) {
  const read = useCallback(
    (signal?: AbortSignal) => guard.getSecurity({ tenantId, signal }),
    [guard, tenantId],
  );
  const { value: security, error, show, again } = useItem(read);
  return (
    <Panel title={texts.secondFactor}>
      <p>{texts.secondFactorText}</p>
      {security ? (
        <EditForm
          fields={POLICY}
          item={security}
          read={read}
          save={(changes, ifMatch) => guard.setSecurity({ ...security, ...changes }, { tenantId, ifMatch })}
          onSaved={show}
        />
      ) : (
        <Reading error={error} again={again} />
      )}
    </Panel>
  );
}

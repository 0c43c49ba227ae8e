import { useState } from 'preact/hooks';
import type { Reminders } from '../../../../shared/base/severities.ts';
import { Form } from '../../components/form.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { stepTexts } from '../../texts/step-texts.ts';
import { texts } from './escalation-texts.ts';

const FIELDS: readonly Field[] = SEVERITIES.map((name) => ({
  name,
  label: stepTexts.severities[name],
  kind: 'number',
  limit: limits.RemindersInput[name],
}));

/** After how long an acknowledged alert is active again on which nobody works. */
export function RemindersPanel() {
  const { guard, user, tenantId } = useConsole();
  const [isSaved, setSaved] = useState(false);
  const {
    value: reminders,
    error,
    show,
    again,
  } = useRead(
    async (signal): Promise<Reminders> =>
      tenantId === undefined
        ? (await guard.getPreferences({ signal })).tenant_reminders
        : (await guard.tenants.get(tenantId, { signal })).reminders,
    [guard, tenantId],
  );
  if (!reminders) return <Reading error={error} again={again} />;
  return (
    <Panel title={texts.reminders}>
      <p class="muted">{texts.reminded}</p>
      <Form
        fields={FIELDS}
        initial={valuesOf(FIELDS, reminders)}
        onSubmit={async (values) => {
          const sent = Object.entries(bodyOf(FIELDS, values)).filter(
            ([, minutes]) => typeof minutes === 'number',
          );
          const changes = { reminders: Object.fromEntries(sent) };
          show((await guard.tenants.update(tenantId ?? user.tenant_id, changes)).reminders);
          setSaved(true);
        }}
      />
      <p role="status">{isSaved && texts.saved}</p>
    </Panel>
  );
}

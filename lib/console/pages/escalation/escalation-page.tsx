import { useCallback } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { STEP_FIELDS } from '../../parts/escalation.ts';
import { EscalationText } from '../../parts/escalation-text.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { escalationIn } from '../../state/escalation.ts';
import { texts } from './escalation-texts.ts';

/** When waiting alerts escalate. */
export function EscalationPage({ guard, user, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal?: AbortSignal) => guard.escalation.get({ tenantId, signal }),
    [guard, tenantId],
  );
  const { value: escalation, error, show, again } = useItem(read);
  const maySet = isPermitted(user.role, 'escalation:update');
  return (
    <PageLayout title={title}>
      <p class="explanation">{texts.explanation}</p>
      {escalation ? (
        <>
          <Panel title={texts.now}>
            <EscalationText escalation={escalation} />
            {!maySet && <p class="muted">{texts.onlyMasters}</p>}
          </Panel>
          {maySet && (
            <Panel title={texts.change}>
              <p class="muted">{texts.hint}</p>
              <EditForm
                fields={STEP_FIELDS}
                item={escalation}
                read={read}
                save={(changes, ifMatch) =>
                  guard.escalation.set(escalationIn({ ...ifMatch, ...changes }), { tenantId, ifMatch })
                }
                onSaved={show}
              />
            </Panel>
          )}
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}

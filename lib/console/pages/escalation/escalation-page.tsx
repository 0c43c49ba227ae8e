import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Escalation } from '../../../client/index.ts';
import { checkValues } from '../../components/check-values.ts';
import { EditForm } from '../../components/edit-form.tsx';
import { escalationSentences, STEP_FIELDS } from '../../components/escalation.ts';
import { EscalationText } from '../../components/escalation-text.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { Examples, FormAndPreview } from '../../components/resource-page.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { escalationIn } from '../../state/escalation.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { texts as response } from '../response/response-texts.ts';
import { QuestionControls, useQuestion, Woken } from '../response/woken.tsx';
import { texts } from './escalation-texts.ts';
import { RemindersPanel } from './reminders.tsx';

/** When waiting alerts escalate. */
export function EscalationPage(props: PageProps) {
  const { guard, user, tenantId } = useConsole();
  const { title } = props;
  const [typed, setTyped] = useState<Values>();
  const [filled, setFilled] = useState<Values>();
  const read = (signal?: AbortSignal) => guard.escalation.get({ tenantId, signal });
  const { value: escalation, error, show, again } = useRead(read, [guard, tenantId]);
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
            <FormAndPreview title={texts.change} preview={<Foreseen escalation={typed && draftOf(typed)} />}>
              <p class="muted">{texts.hint}</p>
              {Object.keys(escalationIn(escalation)).length === 0 && (
                <Examples
                  examples={EXAMPLES}
                  onChoose={(example) => {
                    setFilled(example);
                    setTyped({ ...valuesOf(STEP_FIELDS, escalation), ...typed, ...example });
                  }}
                />
              )}
              <EditForm
                fields={STEP_FIELDS}
                item={escalation}
                filled={filled}
                read={read}
                save={(changes, ifMatch) =>
                  guard.escalation.set(escalationIn({ ...ifMatch, ...changes }), { tenantId, ifMatch })
                }
                onSaved={(saved) => {
                  setTyped(undefined);
                  show(saved);
                }}
                onChange={(values) => {
                  setTyped(values);
                  return undefined;
                }}
              />
            </FormAndPreview>
          )}
          {maySet && <RemindersPanel />}
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}

const EXAMPLE: Escalation = { critical: [5, 15] };

const EXAMPLES = { [escalationSentences(EXAMPLE).join(' ')]: valuesOf(STEP_FIELDS.slice(0, 1), EXAMPLE) };

/** The steps as they are typed; undefined while one of them cannot be sent. */
function draftOf(typed: Values): Escalation | undefined {
  const isWrong = Object.keys(checkValues(STEP_FIELDS, typed)).length > 0;
  return isWrong ? undefined : escalationIn(bodyOf(STEP_FIELDS, typed));
}

/** Who would be woken at each step, before the steps are saved. */
function Foreseen({ escalation }: { readonly escalation: Escalation | undefined }) {
  const asking = useQuestion();
  return (
    <Panel title={response.title}>
      <QuestionControls {...asking} />
      <Woken asking={asking} {...(escalation && { draft: { escalation } })} />
    </Panel>
  );
}

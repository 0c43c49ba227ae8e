import { NoSites } from '../../components/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { Drills } from './drills.tsx';
import { texts } from './response-texts.ts';
import { QuestionControls, useQuestion, Woken } from './woken.tsx';

/** Who is woken by an alert, at each step; drills. Its tabs are the on-call schedules, the escalation and the rules. */
export function ResponsePage(props: PageProps) {
  const { user } = useConsole();
  const asking = useQuestion();
  const { known, error, again, question } = asking;
  return (
    <PageLayout title={texts.title}>
      <p class="explanation">{texts.explanation}</p>
      {!known && <Reading error={error} again={again} />}
      {known && known.sites.length === 0 && <NoSites role={user.role} />}
      {known && known.sites.length > 0 && (
        <>
          <Panel>
            <QuestionControls {...asking} />
            <Woken asking={asking} />
          </Panel>
          <Drills {...props} question={question} />
        </>
      )}
    </PageLayout>
  );
}

import { useEffect } from 'preact/hooks';
import { shortly } from '../../components/instant.tsx';
import { PageLayout, Panel } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { SiteFilter } from '../../components/site-filter.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { problemText } from '../../services/problem.ts';
import { actorLabel } from '../../state/words.ts';
import { texts } from './check-in-texts.ts';
import { useCheckIn } from './use-check-in.ts';

const EVERY_MS = 30_000;

/** A guard says with one press of a large button that they are well, on a phone and with a lost network. */
export function CheckInPage(props: PageProps) {
  const { guard, screen, tenantId, user } = useConsole();
  const { now, title } = props;
  const { value: sites } = useSites(guard, tenantId, false);
  const [only, ...others] = sites ?? [];
  const siteId = screen.siteId ?? (others.length === 0 ? only?.id : undefined);
  const { value: state, again } = usePolled(
    async (signal) => (siteId ? guard.checkIns.get(siteId, { signal }) : undefined),
    EVERY_MS,
    [guard, siteId],
  );
  const { press, waiting, lost, problem, done } = useCheckIn(guard, user.id);
  useEffect(() => {
    if (done) again();
  }, [done, again]);
  const time = (at: string | number) => shortly(new Date(at), now);
  const next = state?.expected.find(({ due_at }) => due_at !== null)?.due_at;
  const isOverdue = next ? Date.parse(next) < now : false;
  const isUnsent = waiting?.isUnsent ?? false;
  return (
    <PageLayout title={title}>
      <p class="explanation">{texts.about}</p>
      {(others.length > 0 || screen.siteId !== undefined) && (
        <div class="check-in-site">
          <span>{texts.site}</span> <SiteFilter sites={sites} />
        </div>
      )}
      <button
        type="button"
        class={isUnsent ? 'check-in-button check-in-unsent' : 'check-in-button primary'}
        aria-disabled={waiting !== undefined || siteId === undefined}
        onClick={() => siteId !== undefined && waiting === undefined && press(siteId)}
      >
        {isUnsent ? texts.unsent : waiting ? texts.sending : siteId ? texts.press : texts.noSite}
      </button>
      <p role="status" class="check-in-status">
        {waiting && isUnsent && texts.again(time(waiting.madeAt))}
        {!waiting && done && <span class="mark">{texts.done(time(done))}</span>}
      </p>
      <p role="alert" class="problem">
        {lost !== undefined && texts.tooLate(time(lost))}
        {problem !== undefined && problemText(problem)}
      </p>
      {state && (
        <Panel title={state.site_name}>
          <p class={isOverdue ? 'problem' : undefined}>
            {next ? (isOverdue ? texts.overdue(time(next)) : texts.due(time(next))) : texts.notExpected}
          </p>
          <p class="muted">
            {state.last ? texts.last(time(state.last.at), actorLabel(state.last.by)) : texts.never}
          </p>
        </Panel>
      )}
    </PageLayout>
  );
}

import type { SitesOverview } from '../../../client/index.ts';
import { ScreenLink } from '../../components/link.tsx';
import { Panel } from '../../components/page-layout.tsx';
import type { OverviewProps } from './overview-numbers.tsx';
import { texts } from './overview-texts.ts';
import { clockText, momentText, spanTexts } from './overview-times.ts';

/** Who is on call now, and when nobody will be. The service gives it to those who may read schedules. */
export function OnCall(props: OverviewProps) {
  const { on_call: duties, uncovered } = props.overview;
  if (!duties) return null;
  return (
    <Panel title={texts.onCall}>
      {duties.length === 0 ? (
        <p class="muted">{texts.noSchedules}</p>
      ) : (
        <ul class="duties">
          {duties.map((duty) => (
            <Duty key={duty.schedule_id} {...props} duty={duty} />
          ))}
        </ul>
      )}
      {uncovered && duties.length > 0 && <Uncovered {...props} uncovered={uncovered} />}
    </Panel>
  );
}

interface DutyProps extends OverviewProps {
  readonly duty: NonNullable<SitesOverview['on_call']>[number];
}

function Duty({ duty, now }: DutyProps) {
  return (
    <li>
      <ScreenLink to={{ view: 'on-call', itemId: duty.schedule_id }}>{duty.name}</ScreenLink>
      {duty.on_call.map(({ user_id, name, until }) => (
        <span key={user_id}>
          <strong>{name}</strong>
          {until !== null && <span class="muted"> {texts.until(momentText(until, now))}</span>}
        </span>
      ))}
      {duty.on_call.length === 0 && (
        <span class={duty.gap ? 'mark mark-bad' : 'mark mark-off'}>{texts.nobody}</span>
      )}
    </li>
  );
}

interface UncoveredProps extends OverviewProps {
  readonly uncovered: NonNullable<SitesOverview['uncovered']>;
}

/** A night rota is not red by day: only hours that an active rule needs are. */
function Uncovered({ uncovered, overview }: UncoveredProps) {
  if (overview.needed_schedules === 0) return <p class="mark mark-off">{texts.noneNeeded}</p>;
  if (uncovered.length === 0) return <p class="mark">{texts.covered}</p>;
  return (
    <>
      <h3 class="problem">{texts.uncovered}</h3>
      <ul class="uncovered">
        {uncovered.map(({ schedule_id, name, since, until }) => (
          <li key={`${schedule_id} ${since}`}>
            <ScreenLink to={{ view: 'on-call', itemId: schedule_id }}>{name}</ScreenLink>
            <span class="problem">{texts.span(...spanTexts(since, until))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is on test now, and until when. */
export function OnTest({ overview }: OverviewProps) {
  const { tests } = overview;
  return (
    <Panel title={texts.onTest}>
      {tests.length === 0 ? (
        <p class="muted">{texts.nothingOnTest}</p>
      ) : (
        <ul class="uncovered">
          {tests.map(({ test_id, site_id, site_name, ends_at }) => (
            <li key={test_id}>
              <ScreenLink to={{ view: 'sites', itemId: site_id }}>{site_name}</ScreenLink>
              <span class="muted">{texts.until(clockText(ends_at))}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Who has the console open. */
export function AtTheDesk({ overview }: OverviewProps) {
  const { at_the_desk: people } = overview;
  if (!people) return null;
  return (
    <Panel title={texts.atTheDesk}>
      {people.length === 0 ? (
        <p class="muted">{texts.nobodyThere}</p>
      ) : (
        <ul class="people">
          {people.map(({ user_id, name }) => (
            <li key={user_id}>{name}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

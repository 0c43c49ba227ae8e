import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Schedule } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { NewSchedule } from './new-schedule.tsx';
import { OnCallNow } from './on-call-now.tsx';
import { texts } from './on-call-texts.ts';
import { ScheduleDetails } from './schedule-details.tsx';

/** Who is on call now and in a month; schedules, overrides. */
export function OnCallPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewSchedule {...props} />;
  if (itemId !== undefined) return <ScheduleDetails key={itemId} {...props} id={itemId} />;
  return <ScheduleList {...props} />;
}

/** The number of rows. Each is a request: more would come near the limit of a minute. */
const ROWS = 20;

function ScheduleList({ guard, user, screen, change, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.schedules.list({ limit: ROWS, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const columns = useMemo<readonly Column<Schedule>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      {
        title: texts.now,
        cell: (schedule) => <OnCallNow guard={guard} id={schedule.id} zone={schedule.time_zone} />,
      },
      { title: texts.timeZone, cell: ({ time_zone }) => time_zone },
    ],
    [guard, screen, change],
  );
  return (
    <PageLayout
      title={title}
      actions={
        isPermitted(user.role, 'schedules:create') && (
          <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
            {texts.create}
          </ScreenLink>
        )
      }
    >
      <ListView caption={title} list={list} columns={columns} empty={texts.none} />
    </PageLayout>
  );
}

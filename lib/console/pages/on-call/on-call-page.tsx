import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { ownTimeZone } from '../../../../shared/base/time-zones.ts';
import type { Schedule } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { type Option, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { OnCallNow } from './on-call-now.tsx';
import { texts } from './on-call-texts.ts';
import { ScheduleDetails } from './schedule-details.tsx';
import { newRotation, rotationFields, rotationOf, SCHEDULE_FIELDS } from './schedule-fields.ts';
import { usePeople } from './use-people.ts';

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

/** Creates a schedule with its first rotation. */
export function NewSchedule(props: PageProps) {
  const { guard, screen, change, tenantId, title } = props;
  const { value: people, error, again } = usePeople(guard, tenantId);
  return (
    <PageLayout
      title={texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        {people ? <NewForm {...props} people={people} /> : <Reading error={error} again={again} />}
      </Panel>
    </PageLayout>
  );
}

function NewForm({
  guard,
  change,
  tenantId,
  now,
  people,
}: PageProps & { readonly people: readonly Option[] }) {
  const fields = useMemo(() => [...SCHEDULE_FIELDS, ...rotationFields(people)], [people]);
  const initial = useMemo(
    () =>
      valuesOf(fields, {
        time_zone: ownTimeZone(),
        ...newRotation(new Date(now).toISOString().slice(0, 10)),
      }),
    [fields],
  );
  return (
    <Form
      fields={fields}
      initial={initial}
      action={texts.create}
      onSubmit={async (values, idempotencyKey) => {
        const body = {
          name: String(values['name']),
          time_zone: String(values['time_zone']),
          rotations: [rotationOf(rotationFields(people), values)],
        };
        const { id } = await guard.schedules.create(body, { tenantId, idempotencyKey });
        change({ itemId: id }, 'after saving');
      }}
      onCancel={() => change({ itemId: undefined })}
      hasFocus
    />
  );
}

import { useCallback, useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Schedule, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { common } from '../../texts/common.ts';
import { ChangedShifts } from './changed-shifts.tsx';
import { Month } from './month.tsx';
import { OnCallNow } from './on-call-now.tsx';
import { texts } from './on-call-texts.ts';
import { Overrides } from './overrides.tsx';
import { Rotations } from './rotations.tsx';
import { SCHEDULE_FIELDS } from './schedule-fields.ts';
import { usePeople } from './use-people.ts';

type Props = PageProps & { readonly id: string };

/** One schedule: who is on call now and in a month, its overrides, and for those who manage it its rotations. */
export function ScheduleDetails(props: Props) {
  const { guard, user, screen, change, id, title } = props;
  const read = useCallback((signal?: AbortSignal) => guard.schedules.get(id, { signal }), [guard, id]);
  const { value: schedule, error, show, again } = useItem(read);
  const mayChange = isPermitted(user.role, 'schedules:update');
  return (
    <PageLayout
      title={schedule?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        schedule &&
        mayChange && (
          <>
            <AuditLink {...props} entityId={id} />
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(schedule.name)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.schedules.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {!schedule && <Reading error={error} again={again} />}
      {schedule && mayChange && <Managed {...props} schedule={schedule} read={read} show={show} />}
      {schedule && !mayChange && <Shown {...props} schedule={schedule} round={0} />}
    </PageLayout>
  );
}

interface ManagedProps extends Props {
  readonly schedule: Versioned<Schedule>;
  readonly read: () => Promise<Versioned<Schedule>>;
  readonly show: (schedule: Versioned<Schedule>) => void;
}

/** A schedule with the forms that change it. The shifts follow each change. */
function Managed({ read, show, ...props }: ManagedProps) {
  const { guard, tenantId, id, schedule, now } = props;
  const { value: people, error, again } = usePeople(guard, tenantId);
  const [round, setRound] = useState(0);
  const [zone, setZone] = useState<string>();
  const refresh = () => setRound((before) => before + 1);
  const settle = (saved: Versioned<Schedule>) => {
    show(saved);
    setZone(undefined);
    refresh();
    return saved;
  };
  return (
    <>
      <Shown {...props} round={round} people={people} onChange={refresh} />
      {people ? (
        <Rotations
          guard={guard}
          schedule={schedule}
          people={people}
          today={new Date(now).toISOString().slice(0, 10)}
          read={read}
          save={async (rotations, ifMatch) =>
            settle(await guard.schedules.update(id, { rotations: [...rotations] }, { ifMatch }))
          }
        />
      ) : (
        <Reading error={error} again={again} />
      )}
      <Panel title={texts.settings}>
        <EditForm
          fields={SCHEDULE_FIELDS}
          item={schedule}
          read={read}
          save={(changes, ifMatch) => guard.schedules.update(id, changes, { ifMatch })}
          onSaved={settle}
          onChange={({ time_zone }) => {
            setZone(time_zone === schedule.time_zone ? undefined : String(time_zone));
            return undefined;
          }}
        >
          <ChangedShifts guard={guard} id={id} draft={zone === undefined ? undefined : { time_zone: zone }} />
        </EditForm>
      </Panel>
    </>
  );
}

interface ShownProps extends Props {
  readonly schedule: Schedule;
  readonly round: number;
  readonly people?: Parameters<typeof Overrides>[0]['people'];
  readonly onChange?: () => void;
}

function Shown({ guard, id, schedule, now, round, people, onChange = () => {} }: ShownProps) {
  const { time_zone: zone, rotations } = schedule;
  const userIds = useMemo(() => [...new Set(rotations.flatMap(({ user_ids }) => user_ids))], [rotations]);
  return (
    <>
      <Panel title={texts.now}>
        <p>
          <OnCallNow guard={guard} id={id} zone={zone} round={round} />
        </p>
      </Panel>
      <Month guard={guard} id={id} zone={zone} userIds={userIds} now={now} round={round} />
      <Overrides guard={guard} id={id} zone={zone} now={now} people={people} onChange={onChange} />
    </>
  );
}

import { useMemo, useState } from 'preact/hooks';
import { daysOfZone } from '../../../../shared/statistics/zone-days.ts';
import type { Schedule, ScheduleOverride, Versioned } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { Opened } from '../../components/resource.ts';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { type Field, type Option, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { ChangedShifts } from './changed-shifts.tsx';
import { Month } from './month.tsx';
import { OnCallNow } from './on-call-now.tsx';
import { texts } from './on-call-texts.ts';
import { Rotations } from './rotations.tsx';
import { SCHEDULE_FIELDS } from './schedule-fields.ts';
import { instantIn, momentIn } from './zone-times.ts';

type Props = Opened<Schedule, readonly Option[]>;

/** A schedule with the forms that change it. The shifts follow each change. */
export function ScheduleDetails({ show, ...props }: Props) {
  const { guard } = useConsole();
  const { id, item: schedule, needed: people, now, read } = props;
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
      <ShownSchedule {...props} round={round} people={people} onChange={refresh} />
      <Rotations
        schedule={schedule}
        people={people}
        today={daysOfZone(schedule.time_zone).at(now)}
        read={read}
        save={async (rotations, ifMatch) =>
          settle(await guard.schedules.update(id, { rotations: [...rotations] }, { ifMatch }))
        }
      />
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
          <ChangedShifts id={id} draft={zone === undefined ? undefined : { time_zone: zone }} />
        </EditForm>
      </Panel>
    </>
  );
}

interface ShownProps extends Pick<Props, 'id' | 'item' | 'now'> {
  readonly round?: number;
  /** The people to choose from; undefined for a role that only reads. */
  readonly people?: readonly Option[];
  readonly onChange?: () => void;
}

/** One schedule: who is on call now and in a month, and its overrides. */
export function ShownSchedule({ id, item, now, round = 0, people, onChange = () => {} }: ShownProps) {
  const { time_zone: zone, rotations } = item;
  const userIds = useMemo(() => [...new Set(rotations.flatMap(({ user_ids }) => user_ids))], [rotations]);
  return (
    <>
      <Panel title={texts.now}>
        <p>
          <OnCallNow id={id} zone={zone} round={round} />
        </p>
      </Panel>
      <Month id={id} zone={zone} userIds={userIds} now={now} round={round} />
      <Overrides id={id} zone={zone} now={now} people={people} onChange={onChange} />
    </>
  );
}

interface OverridesProps {
  readonly id: string;
  readonly zone: string;
  readonly now: number;
  /** The people to choose from; undefined for a role that only reads. */
  readonly people: readonly Option[] | undefined;
  readonly onChange: () => void;
}

/** The overrides of a schedule that have not ended. */
function Overrides({ id, zone, now, people, onChange }: OverridesProps) {
  const { guard } = useConsole();
  const [isAdding, setAdding] = useState(false);
  const { value, error, again } = useRead(
    (signal) => guard.schedules.listOverrides(id, { signal }),
    [guard, id],
  );
  const columns = useMemo<readonly Column<ScheduleOverride>[]>(() => {
    const shown: readonly Column<ScheduleOverride>[] = [
      { title: texts.person, cell: ({ name }) => name ?? texts.deleted },
      { title: texts.begins, cell: ({ since }) => momentIn(zone, since) },
      { title: texts.ends, cell: ({ until }) => momentIn(zone, until) },
    ];
    const actions: Column<ScheduleOverride> = {
      title: common.actions,
      cell: (override) => (
        <ConfirmButton
          label={common.delete}
          about={override.name ?? texts.deleted}
          title={texts.deleteOverride(override.name ?? texts.deleted)}
          action={common.delete}
          onConfirm={async () => {
            await guard.schedules.deleteOverride(id, override.id);
            again();
            onChange();
          }}
        />
      ),
    };
    return people ? [...shown, actions] : shown;
  }, [guard, id, zone, people !== undefined, again]);
  const fields = useMemo<readonly Field[]>(
    () => [
      {
        name: 'user_id',
        label: texts.person,
        kind: 'choice',
        isRequired: true,
        placeholder: texts.choose,
        options: people ?? [],
      },
      { name: 'since', label: texts.begins, kind: 'datetime', isRequired: true, hint: texts.zoneNote(zone) },
      { name: 'until', label: texts.ends, kind: 'datetime', isRequired: true, hint: texts.zoneNote(zone) },
    ],
    [people, zone],
  );
  const coming = value?.filter(({ until }) => Date.parse(until) > now);
  return (
    <Panel
      title={texts.overrides}
      actions={
        people &&
        !isAdding && (
          <button type="button" onClick={() => setAdding(true)}>
            {texts.addOverride}
          </button>
        )
      }
    >
      <p class="muted">{texts.overridesText}</p>
      {!coming && <Reading error={error} again={again} />}
      {coming?.length === 0 && <p class="empty">{texts.noOverrides}</p>}
      {coming && coming.length > 0 && <Table caption={texts.overrides} columns={columns} rows={coming} />}
      {isAdding && (
        <Form
          fields={fields}
          initial={valuesOf(fields)}
          action={texts.addOverride}
          onSubmit={async (values, idempotencyKey) => {
            const body = {
              user_id: String(values['user_id']),
              since: instantIn(zone, String(values['since'])),
              until: instantIn(zone, String(values['until'])),
            };
            await guard.schedules.createOverride(id, body, { idempotencyKey });
            setAdding(false);
            again();
            onChange();
          }}
          onCancel={() => setAdding(false)}
          hasFocus
        />
      )}
    </Panel>
  );
}

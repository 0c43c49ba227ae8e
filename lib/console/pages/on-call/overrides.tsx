import { useCallback, useMemo, useState } from 'preact/hooks';
import type { GuardClient, ScheduleOverride } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { Panel, Reading } from '../../parts/page-layout.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { type Field, type Option, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { texts } from './on-call-texts.ts';
import { instantIn, momentIn } from './zone-times.ts';

interface OverridesProps {
  readonly guard: GuardClient;
  readonly id: string;
  readonly zone: string;
  readonly now: number;
  /** The people to choose from; undefined for a role that only reads. */
  readonly people: readonly Option[] | undefined;
  readonly onChange: () => void;
}

/** The overrides of a schedule that have not ended. */
export function Overrides({ guard, id, zone, now, people, onChange }: OverridesProps) {
  const [isAdding, setAdding] = useState(false);
  const read = useCallback(
    (signal: AbortSignal) => guard.schedules.listOverrides(id, { signal }),
    [guard, id],
  );
  const { value, error, again } = useItem(read);
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
        kind: 'select',
        isRequired: true,
        options: [{ value: '', label: texts.choose }, ...(people ?? [])],
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

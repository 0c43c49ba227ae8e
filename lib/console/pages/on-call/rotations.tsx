import { useMemo, useState } from 'preact/hooks';
import type { RotationInput, Schedule, Versioned } from '../../../client/index.ts';
import { checkValues } from '../../components/check-values.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { problemText } from '../../services/problem.ts';
import { type Option, type Values, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { ChangedShifts } from './changed-shifts.tsx';
import { texts } from './on-call-texts.ts';
import { newRotation, rotationFields, rotationOf, rotationText } from './schedule-fields.ts';

interface RotationsProps {
  readonly schedule: Versioned<Schedule>;
  readonly people: readonly Option[];
  readonly today: string;
  readonly read: () => Promise<Versioned<Schedule>>;
  /** Replaces the rotations of the schedule. */
  readonly save: (
    rotations: readonly RotationInput[],
    ifMatch: Versioned<Schedule>,
  ) => Promise<Versioned<Schedule>>;
}

/** The rotations of a schedule. Each has its own form; the order decides which one counts. */
export function Rotations({ schedule, people, today, read, save }: RotationsProps) {
  const rotations: readonly RotationInput[] = schedule.rotations;
  const fields = useMemo(() => rotationFields(people), [people]);
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<number>();
  const [problem, setProblem] = useState('');
  const [typed, setTyped] = useState<{ readonly place: number; readonly values: Values }>();
  const follow = (place: number) => (values: Values) => {
    setTyped({ place, values });
    return undefined;
  };
  /** What would change with the rotation of a form as it is typed now. */
  const changes = (place: number) => {
    const isTyped = typed?.place === place && Object.keys(checkValues(fields, typed.values)).length === 0;
    const draft = isTyped
      ? { rotations: rotations.toSpliced(place, 1, rotationOf(fields, typed.values)) }
      : undefined;
    return <ChangedShifts id={schedule.id} draft={draft} />;
  };
  const replaced = (place: number, ...others: RotationInput[]) => rotations.toSpliced(place, 1, ...others);
  function moveUp(place: number, rotation: RotationInput) {
    setProblem('');
    save(replaced(place).toSpliced(place - 1, 0, rotation), schedule).catch((error: unknown) =>
      setProblem(problemText(error)),
    );
  }
  return (
    <Panel
      title={texts.rotations}
      actions={
        rotations.length < limits.ScheduleInput.rotations.most &&
        !isAdding && (
          <button
            type="button"
            onClick={() => {
              setTyped(undefined);
              setAdding(true);
            }}
          >
            {texts.addRotation}
          </button>
        )
      }
    >
      <p class="muted">{texts.rotationsText}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
      {rotations.map((rotation, place) => {
        const title = texts.rotation(formatNumber(place + 1));
        const about = <span class="unseen"> {title}</span>;
        return (
          <section key={`${place} ${rotations.length}`}>
            <header class="page-head">
              <h3>{title}</h3>
              <div class="buttons">
                {place > 0 && (
                  <button type="button" class="quiet" onClick={() => moveUp(place, rotation)}>
                    {common.moveUp}
                    {about}
                  </button>
                )}
                {edited !== place && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => {
                      setTyped(undefined);
                      setEdited(place);
                    }}
                  >
                    {common.edit}
                    {about}
                  </button>
                )}
                {rotations.length > 1 && (
                  <ConfirmButton
                    label={common.delete}
                    about={title}
                    title={texts.deleteRotation(title)}
                    action={common.delete}
                    onConfirm={async () => {
                      await save(replaced(place), schedule);
                    }}
                  />
                )}
              </div>
            </header>
            {edited === place ? (
              <div class="form-and-preview">
                <EditForm
                  fields={fields}
                  item={{ ...schedule, ...rotation }}
                  read={async () => {
                    const saved = await read();
                    return { ...saved, ...(saved.rotations[place] ?? rotation) };
                  }}
                  save={async (changes, ifMatch) => {
                    const others: readonly RotationInput[] = ifMatch.rotations;
                    const saved = await save(
                      others.toSpliced(place, 1, { ...(others[place] ?? rotation), ...changes }),
                      ifMatch,
                    );
                    return { ...saved, ...(saved.rotations[place] ?? rotation) };
                  }}
                  onSaved={() => setEdited(undefined)}
                  onCancel={() => setEdited(undefined)}
                  onChange={follow(place)}
                  hasFocus
                />
                {changes(place)}
              </div>
            ) : (
              <>
                <p class="muted">{rotationText(rotation)}</p>
                <ol class="turns">
                  {rotation.user_ids.map((userId, turn) => (
                    <li key={`${turn} ${userId}`}>
                      {people.find(({ value }) => value === userId)?.label ?? texts.deleted}
                    </li>
                  ))}
                </ol>
              </>
            )}
          </section>
        );
      })}
      {isAdding && (
        <div class="form-and-preview">
          <Form
            fields={fields}
            initial={valuesOf(fields, newRotation(today))}
            action={texts.addRotation}
            onSubmit={async (values) => {
              await save([...rotations, rotationOf(fields, values)], schedule);
              setAdding(false);
            }}
            onCancel={() => setAdding(false)}
            onChange={follow(rotations.length)}
            hasFocus
          />
          {changes(rotations.length)}
        </div>
      )}
    </Panel>
  );
}

import { useMemo } from 'preact/hooks';
import { ownTimeZone } from '../../../../shared/base/time-zones.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { type Option, valuesOf } from '../../state/fields.ts';
import { texts } from './on-call-texts.ts';
import { newRotation, rotationFields, rotationOf, SCHEDULE_FIELDS } from './schedule-fields.ts';
import { usePeople } from './use-people.ts';

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

import { useMemo, useRef, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/access.ts';
import type { Device, SiteTest, SiteTestInput, Zone } from '../../../client/index.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { leftUntil } from '../../parts/test-notice.tsx';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { actorLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { durationField, endAfter, testFields } from './test-fields.ts';
import { texts } from './tests-texts.ts';

const AN_HOUR = { ends_at: '60' };

interface SiteTestsProps extends PageProps {
  readonly id: string;
  /** The time zone of the site. */
  readonly zone: string;
  readonly zones: readonly Zone[];
  readonly devices: readonly Device[];
}

/** The running tests of a site, which are started, extended and ended in place. */
export function SiteTests({ guard, user, now, id, zone, zones, devices, tests }: SiteTestsProps) {
  const { running, show } = tests;
  const [isStarting, setStarting] = useState(false);
  const [moved, setMoved] = useState<string>();
  const ends = useRef({ key: '', at: '' });
  const own = running.filter(({ site_id }) => site_id === id);
  const mayChange = isPermitted(user.role, 'tests:update');
  const fields = useMemo(() => testFields(user.role, zones, devices), [user.role, zones, devices]);
  const moving = useMemo(() => [durationField(user.role)], [user.role]);

  async function start(values: Parameters<typeof bodyOf>[1], idempotencyKey: string) {
    // A repetition must send the same body.
    if (ends.current.key !== idempotencyKey) {
      ends.current = { key: idempotencyKey, at: endAfter(values['ends_at'], now) };
    }
    const body = { ...bodyOf(fields, values), ends_at: ends.current.at };
    show(await guard.tests.start(id, body as typeof body & SiteTestInput, { idempotencyKey }));
    setStarting(false);
  }

  const shown: readonly Column<SiteTest>[] = [
    {
      title: texts.until,
      cell: ({ ends_at }) => (
        <>
          <Instant at={ends_at} zone={zone} /> <span class="muted">({leftUntil(ends_at, now)})</span>
        </>
      ),
    },
    { title: texts.reason, cell: ({ reason }) => reason },
    { title: texts.part, cell: (test) => partText(test, zones, devices) },
    { title: texts.startedBy, cell: ({ started_by }) => actorLabel(started_by) },
  ];
  const actions: Column<SiteTest> = {
    title: common.actions,
    cell: (test) =>
      test.id === moved ? (
        <Form
          fields={moving}
          initial={AN_HOUR}
          action={texts.move}
          onSubmit={async (values) => {
            show(await guard.tests.update(test.id, { ends_at: endAfter(values['ends_at'], now) }));
            setMoved(undefined);
          }}
          onCancel={() => setMoved(undefined)}
          hasFocus
        />
      ) : (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => setMoved(test.id)}>
            {texts.move}
            <span class="unseen"> {test.reason}</span>
          </button>
          <ConfirmButton
            label={texts.end}
            about={test.reason}
            title={texts.endTitle(test.reason)}
            text={texts.endText}
            action={texts.end}
            onConfirm={async () => {
              await guard.tests.end(test.id);
              show(await guard.tests.get(test.id));
            }}
          />
        </div>
      ),
  };
  return (
    <Panel
      title={desk.onTest.title}
      actions={
        isPermitted(user.role, 'tests:create') &&
        !isStarting && (
          <button type="button" onClick={() => setStarting(true)}>
            {texts.start}
          </button>
        )
      }
    >
      {own.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <Table caption={desk.onTest.title} columns={mayChange ? [...shown, actions] : shown} rows={own} />
      )}
      {isStarting && (
        <Form
          fields={fields}
          initial={valuesOf(fields, AN_HOUR)}
          action={texts.start}
          onSubmit={start}
          onCancel={() => setStarting(false)}
          hasFocus
        />
      )}
    </Panel>
  );
}

/** The part of the site that is on test. */
function partText(
  { zone_id, device_ids, types }: SiteTest,
  zones: readonly Zone[],
  devices: readonly Device[],
): string {
  const nameOf = (items: readonly (Zone | Device)[], id: string) =>
    items.find((it) => it.id === id)?.name ?? texts.deleted;
  const parts = [
    ...(zone_id === null ? [] : [nameOf(zones, zone_id)]),
    ...(device_ids ?? []).map((id) => nameOf(devices, id)),
    ...(types ?? []).map(typeLabel),
  ];
  return parts.length === 0 ? texts.wholeSite : parts.join(', ');
}

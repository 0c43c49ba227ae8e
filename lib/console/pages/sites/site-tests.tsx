import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { isOperational, isPermitted } from '../../../../shared/base/access.ts';
import type { Device, GuardClient, Role, SiteTest, SiteTestInput, Zone } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { keepsRinging, leftUntil } from '../../parts/test-notice.tsx';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { actorLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import {
  durationField,
  endAfter,
  previewTest,
  type TestedPlace,
  testFields,
  withinZone,
} from './test-fields.ts';
import { texts } from './tests-texts.ts';

const AN_HOUR = { ends_at: '60' };

interface SiteTestsProps extends PageProps {
  readonly id: string;
  /** The time zone of the site. */
  readonly zone: string;
  readonly zones: readonly Zone[];
}

/** The running tests of a site, which are started, extended and ended in place. */
export function SiteTests({ guard, user, now, id, zone, zones, tests }: SiteTestsProps) {
  const { running, show } = tests;
  const [isStarting, setStarting] = useState(false);
  const [moved, setMoved] = useState<string>();
  const read = useCallback(
    async (signal: AbortSignal): Promise<Omit<TestedPlace, 'zones'>> => {
      const { data, meta } = await guard.devices.listOfSite(id, { limit: 100 }, { signal }).page();
      return { devices: data, hasMore: meta.next_cursor !== null };
    },
    [guard, id],
  );
  const { value: place, error, again } = useItem(read);
  const own = running.filter(({ site_id }) => site_id === id);
  const mayChange = isPermitted(user.role, 'tests:update');
  const moving = useMemo(() => [durationField(user.role)], [user.role]);

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
    {
      title: texts.part,
      cell: (test) => (
        <span>
          {partText(test, zones, place)} <span class="muted">{keepsRinging(test)}</span>
        </span>
      ),
    },
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
      {isStarting && !place && <Reading error={error} again={again} />}
      {isStarting && place && (
        <StartTest
          guard={guard}
          id={id}
          role={user.role}
          now={now}
          place={{ ...place, zones }}
          onStarted={(test) => {
            show(test);
            setStarting(false);
          }}
          onCancel={() => setStarting(false)}
        />
      )}
    </Panel>
  );
}

interface StartTestProps {
  readonly guard: GuardClient;
  readonly id: string;
  readonly role: Role;
  readonly now: number;
  readonly place: TestedPlace;
  readonly onStarted: (test: SiteTest) => void;
  readonly onCancel: () => void;
}

/** The form of a start. It says what falls silent, and what keeps ringing, before the test begins. */
function StartTest({ guard, id, role, now, place, onStarted, onCancel }: StartTestProps) {
  const [typed, setTyped] = useState<Values>(() => valuesOf(testFields(role, place, ''), AN_HOUR));
  const [filled, setFilled] = useState<Values>();
  const ends = useRef({ key: '', at: '' });
  const zoneId = typed['zone_id'];
  const fields = useMemo(() => testFields(role, place, zoneId), [role, place.zones, place.devices, zoneId]);
  const initial = useMemo(() => valuesOf(testFields(role, place, ''), AN_HOUR), [role]);
  const { text, ringing, offered } = previewTest(role, place, typed);

  async function start(values: Values, idempotencyKey: string) {
    // A repetition must send the same body.
    if (ends.current.key !== idempotencyKey) {
      ends.current = { key: idempotencyKey, at: endAfter(values['ends_at'], now) };
    }
    const body = { ...bodyOf(fields, values), ends_at: ends.current.at };
    onStarted(await guard.tests.start(id, body as typeof body & SiteTestInput, { idempotencyKey }));
  }

  return (
    <Form
      fields={fields}
      initial={initial}
      action={texts.start}
      filled={filled}
      onChange={(values, changed) => {
        const next = changed === 'zone_id' ? withinZone(values, place.devices) : values;
        setTyped(next);
        return next;
      }}
      onSubmit={start}
      onCancel={onCancel}
      hasFocus
    >
      <div class="notice" role="status">
        <p>{text}</p>
        {ringing.map((it) => (
          <p key={it}>
            <strong>{it}</strong> {isOperational(role) && texts.neverOnTest}
          </p>
        ))}
        {offered && (
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                setFilled({ types: offered });
                setTyped({ ...typed, types: offered });
              }}
            >
              {texts.silenceToo}
            </button>
          </div>
        )}
      </div>
    </Form>
  );
}

/** The part of the site that is on test. */
function partText(
  { zone_id, device_ids, types }: SiteTest,
  zones: readonly Zone[],
  place: Omit<TestedPlace, 'zones'> | undefined,
): string {
  const nameIn = (items: readonly (Zone | Device)[], id: string) => items.find((it) => it.id === id)?.name;
  // A device that was not read need not be deleted.
  const unknown = !place || place.hasMore ? '…' : texts.deleted;
  const parts = [
    ...(zone_id === null ? [] : [nameIn(zones, zone_id) ?? texts.deleted]),
    ...(device_ids ?? []).map((id) => nameIn(place?.devices ?? [], id) ?? unknown),
    ...(types ?? []).map(typeLabel),
  ];
  return parts.length === 0 ? texts.wholeSite : parts.join(', ');
}

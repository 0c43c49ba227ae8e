import { useMemo, useRef, useState } from 'preact/hooks';
import { isOperational, isPermitted } from '../../../../shared/base/access.ts';
import type { Device, SiteTest, SiteTestInput, Zone } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Form } from '../../components/form.tsx';
import { clockWithZone, Instant, timeOfDay } from '../../components/instant.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { keepsRinging, leftUntil } from '../../components/test-notice.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { actorLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import type { SiteProps } from './site-props.ts';
import {
  durationField,
  endAfter,
  previewTest,
  type TestedPlace,
  testFields,
  valuesFor,
  withinZone,
} from './test-fields.ts';
import { texts } from './tests-texts.ts';

const AN_HOUR = { ends_at: '60' };

/** When a test of some minutes ends, by the clocks of its site. */
function endText({ now, site }: SiteProps, minutes: unknown): string {
  const end = Date.parse(endAfter(minutes, now));
  return clockWithZone(end, site.timezone) ?? timeOfDay(new Date(end));
}

const NOTHING: readonly never[] = [];

/** The running tests of a site, which are extended and ended in place; nothing if there are none. */
export function SiteTests(props: SiteProps) {
  const { guard, user } = useConsole();
  const { now, id, site, zones, devices, hasMoreDevices, tests } = props;
  const { running, show } = tests;
  const [moved, setMoved] = useState<string>();
  const [minutes, setMinutes] = useState(AN_HOUR.ends_at);
  const own = running.filter(({ site_id }) => site_id === id);
  const mayChange = isPermitted(user.role, 'tests:update');
  if (own.length === 0) return null;

  const shown: readonly Column<SiteTest>[] = [
    { title: texts.reason, cell: ({ reason }) => reason },
    {
      title: texts.until,
      cell: ({ ends_at }) => (
        <>
          <Instant at={ends_at} zone={site.timezone} /> <span class="muted">({leftUntil(ends_at, now)})</span>
        </>
      ),
    },
    {
      title: texts.part,
      cell: (test) => (
        <span>
          {partText(test, zones.items ?? NOTHING, devices, hasMoreDevices)}{' '}
          <span class="muted">{keepsRinging(test)}</span>
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
          fields={[durationField(user.role, endText(props, minutes))]}
          initial={AN_HOUR}
          action={texts.move}
          onChange={(values) => {
            setMinutes(String(values['ends_at']));
            return values;
          }}
          onSubmit={async (values) => {
            show(await guard.tests.update(test.id, { ends_at: endAfter(values['ends_at'], now) }));
            setMoved(undefined);
          }}
          onCancel={() => setMoved(undefined)}
          hasFocus
        />
      ) : (
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setMinutes(AN_HOUR.ends_at);
              setMoved(test.id);
            }}
          >
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
    <Panel title={desk.onTest.title}>
      <Table caption={desk.onTest.title} columns={mayChange ? [...shown, actions] : shown} rows={own} />
    </Panel>
  );
}

/** Puts a site, a zone or a device on test. The form opens when it knows what there is to silence. */
export function StartTest(props: SiteProps) {
  const { zones, devices, hasMoreDevices } = props;
  return (
    <Panel title={desk.onTest.put}>
      {zones.items && devices ? (
        <div class="with-preview">
          <TestForm {...props} place={{ zones: zones.items, devices, hasMore: hasMoreDevices }} />
        </div>
      ) : (
        <Reading error={zones.error} again={zones.again} />
      )}
    </Panel>
  );
}

/** The form of a start. It says what falls silent, and what keeps ringing, before the test begins. */
function TestForm({ place, ...props }: SiteProps & { readonly place: TestedPlace }) {
  const { guard, user, screen, change } = useConsole();
  const { id, now, tests } = props;
  const { role } = user;
  const { partId } = screen;
  const fieldsOf = (values: Values) =>
    testFields({ role, place, zoneId: values['zone_id'], end: endText(props, values['ends_at']) });
  const initial = useMemo<Values>(() => {
    const given = { ...AN_HOUR, ...valuesFor(place, partId) };
    return valuesOf(fieldsOf(given), given);
    // Devices that come and go while a person fills in the form change no value.
  }, [role, partId]);
  const [typed, setTyped] = useState(initial);
  const [filled, setFilled] = useState<Values>();
  const ends = useRef({ key: '', at: '' });
  const fields = fieldsOf(typed);
  const { text, refusal, ringing, offered } = previewTest(role, place, typed);

  async function start(values: Values, idempotencyKey: string) {
    // A repetition must send the same body.
    if (ends.current.key !== idempotencyKey) {
      ends.current = { key: idempotencyKey, at: endAfter(values['ends_at'], now) };
    }
    const body = { ...bodyOf(fields, values), ends_at: ends.current.at };
    tests.show(await guard.tests.start(id, body as typeof body & SiteTestInput, { idempotencyKey }));
    change({ tab: undefined }, 'after saving');
  }

  return (
    <Form
      fields={fields}
      initial={initial}
      action={desk.onTest.put}
      filled={filled}
      refusal={refusal}
      onChange={(values, changed) => {
        const next = changed === 'zone_id' ? withinZone(values, place.devices) : values;
        setTyped(next);
        return next;
      }}
      onSubmit={start}
      onCancel={() => change({ tab: undefined })}
      hasFocus
    >
      <div class="notice" role="status">
        <p>
          <strong>{text}</strong>
        </p>
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
        <p class="muted">
          {texts.about} {isOperational(role) && texts.operatorLimits}
        </p>
      </div>
    </Form>
  );
}

/** The part of the site that is on test. */
function partText(
  { zone_id, device_ids, types }: SiteTest,
  zones: readonly Zone[],
  devices: readonly Device[] | undefined,
  hasMore: boolean,
): string {
  const nameIn = (items: readonly (Zone | Device)[], id: string) => items.find((it) => it.id === id)?.name;
  // A device that was not read need not be deleted.
  const unknown = !devices || hasMore ? '…' : texts.deleted;
  const names = [
    ...(zone_id === null ? [] : [nameIn(zones, zone_id) ?? texts.deleted]),
    ...(device_ids ?? []).map((id) => nameIn(devices ?? [], id) ?? unknown),
    ...(types ?? []).map(typeLabel),
  ];
  return names.length === 0 ? texts.wholeSite : names.join(', ');
}

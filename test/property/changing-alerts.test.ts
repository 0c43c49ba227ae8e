import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERTS,
  type Alert,
  type AlertFilters,
} from '../../shared/alerts/alert.ts';
import { type AlertForm, CLOSED_FORM, OPEN_FORM } from '../../shared/alerts/alert-form.ts';
import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { reopened, transition } from '../../shared/alerts/transition.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Page, Position } from '../../shared/table/list-page.ts';
import type { Extent } from '../../shared/table/list-plan.ts';
import type { Table } from '../../shared/table/table.ts';
import { makeAlert } from '../support/make-alert.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/** The contents of lists while alerts change between their reads. */

const START = 1_700_000_000_000;
const randomBytes = seededRandomBytes('changing alerts');
const makeId = (offset = 0) => newId(new Date(START + offset), randomBytes);
const SITES = [makeId(), makeId(), makeId()];
const DEVICES = [makeId(), makeId()];
const USER = makeId();
const TYPES = ['fire', 'panic'];

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

interface Change {
  readonly place: number;
  readonly action: 'acknowledge' | 'resolve' | 'reopen' | 'raise severity';
}

interface Case {
  readonly alerts: readonly (Pick<Alert, 'status' | 'severity' | 'type' | 'site_id' | 'device_id'> & {
    readonly form: AlertForm;
  })[];
  /** One before each read, in this order; the rest does not happen. */
  readonly changes: readonly Change[];
  readonly filters: AlertFilters;
  readonly ofSites: boolean;
  readonly limit: number;
}

const severalOf = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });

/** Alerts move between statuses in both directions, so lists of two statuses are asked for most. */
const severalStatuses = fc.oneof(
  fc.constant<AlertFilters['status']>(['active', 'acknowledged']),
  fc.constant<AlertFilters['status']>(['acknowledged', 'resolved']),
  severalOf(ALERT_STATUSES),
);

const cases: fc.Arbitrary<Case> = fc.record({
  alerts: fc.array(
    fc.record({
      status: fc.constantFrom('active', 'active', 'acknowledged', 'resolved'),
      severity: fc.constantFrom(...ALERT_SEVERITIES),
      type: fc.constantFrom(...TYPES),
      site_id: fc.constantFrom(...SITES),
      device_id: fc.constantFrom(null, ...DEVICES),
      form: fc.constantFrom<AlertForm>({}, OPEN_FORM, OPEN_FORM, CLOSED_FORM),
    }),
    { minLength: 4, maxLength: 14 },
  ),
  changes: fc.array(
    fc.record({
      place: fc.nat({ max: 13 }),
      action: fc.constantFrom('acknowledge', 'acknowledge', 'resolve', 'reopen', 'raise severity'),
    }),
    { maxLength: 25 },
  ),
  filters: fc.oneof(
    fc.record({ status: severalStatuses }),
    fc.record({
      status: severalStatuses,
      type: severalOf(TYPES),
      severity: severalOf(ALERT_SEVERITIES),
      device_id: fc.option(fc.constantFrom(...DEVICES), { nil: undefined }),
    }),
  ),
  ofSites: fc.boolean(),
  limit: fc.integer({ min: 1, max: 20 }),
});

const before = { severity: 'info', type: 'fire', site_id: SITES[0] ?? '', device_id: null } as const;

/** Partitions of `acknowledged` and `resolved`, read one after the other, would lose the alert that is reopened in between. */
const reopenedBetween = (form: AlertForm): Case => ({
  alerts: [
    { ...before, form, status: 'active' },
    { ...before, form, status: 'resolved' },
  ],
  changes: [
    { place: 0, action: 'acknowledge' },
    { place: 1, action: 'reopen' },
  ],
  filters: { status: ['acknowledged', 'resolved'] },
  ofSites: false,
  limit: 1,
});

/** The next severity up, as an alert gets it that is reported again as a worse one; only open alerts are. */
function raiseSeverity(alert: Alert): Alert {
  const severity = ALERT_SEVERITIES[ALERT_SEVERITIES.indexOf(alert.severity) + 1];
  return severity === undefined || alert.status === 'resolved' ? alert : { ...alert, severity };
}

function changed(alert: Alert, action: Change['action']): Alert {
  if (action === 'raise severity') return raiseSeverity(alert);
  const acting = { actor: { kind: 'user', id: USER, name: 'Olga' }, at: alert.updated_at } as const;
  if (action === 'reopen') return alert.status === 'resolved' ? reopened(alert, acting) : alert;
  const result = transition(alert, action, acting);
  return result.outcome === 'changed' ? result.alert : alert;
}

function matches({ status, type, severity, device_id }: AlertFilters, alert: Alert): boolean {
  return (
    (status?.includes(alert.status) ?? true) &&
    (type?.includes(alert.type) ?? true) &&
    (severity?.includes(alert.severity) ?? true) &&
    (device_id === undefined || alert.device_id === device_id)
  );
}

/** A table in which a change precedes each read. */
function beforeEachRead(happens: () => Promise<void>): Table {
  const { client } = table;
  const send = async (command: object, ...options: unknown[]): Promise<unknown> => {
    if (command instanceof QueryCommand) await happens();
    return Reflect.apply(client.send, client, [command, ...options]);
  };
  return { ...table, client: Object.create(client, { send: { value: send } }) };
}

async function readAll(changing: Table, extent: Extent, { filters, limit }: Case): Promise<Alert[]> {
  const found: Alert[] = [];
  let position: Position | undefined;
  do {
    const page: Page<Alert> = await listAlerts(changing, extent, filters, { position, limit });
    found.push(...page.items);
    position = page.next;
  } while (position);
  return found;
}

test('Paging a changing alert list shows each alert that always matched once and in order, and none that never matched', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (it) => {
      const tenantId = makeId();
      const current = it.alerts.map(({ form: _, ...fields }, place) => {
        const at = formatTimestamp(new Date(START + place));
        return makeAlert({
          ...fields,
          id: makeId(place),
          tenant_id: tenantId,
          created_at: at,
          updated_at: at,
        });
      });
      const items = current.map((alert, place) => ALERTS.itemLike(it.alerts[place]?.form ?? {}, alert));
      await writeItems(table, items);
      const states = current.map((alert) => [alert]);
      const changes = [...it.changes];
      const changing = beforeEachRead(async () => {
        const change = changes.shift();
        const before = change && current[change.place];
        if (!change || !before) return;
        const after = changed(before, change.action);
        current[change.place] = after;
        const Item = ALERTS.itemLike(items[change.place] ?? {}, after);
        items[change.place] = Item;
        await table.client.send(new PutCommand({ TableName: table.name, Item }));
        states[change.place]?.push(after);
      });
      const extent: Extent = it.ofSites
        ? { kind: 'assigned_sites', tenantId, siteIds: SITES }
        : { kind: 'tenant', tenantId };

      const found = (await readAll(changing, extent, it)).map(({ id }) => id);
      const idsWhere = (test: (states: readonly Alert[]) => boolean) =>
        states.flatMap((all) => (test(all) ? (all[0]?.id ?? []) : [])).toReversed();
      const always = idsWhere((all) => all.every((alert) => matches(it.filters, alert)));
      const ever = idsWhere((all) => all.some((alert) => matches(it.filters, alert)));
      expect(found.filter((id) => always.includes(id))).toEqual(always);
      expect(found).toEqual(ever.filter((id) => found.includes(id)));
    }),
    {
      numRuns: repetitions({ few: 25, many: 600 }),
      examples: [[reopenedBetween({})], [reopenedBetween(OPEN_FORM)]],
    },
  );
});

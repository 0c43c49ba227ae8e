import { useCallback, useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Opening, SiteOpenings, Supervision } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Instant } from '../../components/instant.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { Severity } from '../../components/severity.tsx';
import type { Column } from '../../components/table.tsx';
import { useAgain } from '../../hooks/use-again.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useRead } from '../../hooks/use-read.ts';
import { type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import type { SiteProps } from './site-props.ts';
import { SUPERVISION_CONTROLS } from './supervision-controls.tsx';
import {
  NEW_SUPERVISION,
  supervisionFields,
  supervisionOf,
  windowText,
  withKind,
} from './supervision-fields.ts';
import { PreviewOfSupervision } from './supervision-preview.tsx';
import { texts } from './supervision-texts.ts';

/** Whether a site is open, what is supervised there, and who came and went. */
export function SiteOpeningsTab(props: SiteProps) {
  const { guard } = useConsole();
  const { id, site, read, openingsRound } = props;
  const [opened, setOpened] = useState<string>();
  const supervisions = useList(
    (signal) => guard.supervisions.list({ site_id: id, limit: 20 }, { signal }),
    [guard, id],
  );
  const current = useRead(read, [guard, id]);
  const readAgain = useCallback(() => {
    current.again();
    supervisions.again();
  }, [current.again, supervisions.again]);
  useAgain(openingsRound, readAgain);
  const close = () => {
    setOpened(undefined);
    supervisions.again();
  };
  if (opened === 'new') return <NewSupervision {...props} onClose={close} />;
  if (opened !== undefined) return <OpenedSupervision {...props} supervisionId={opened} onClose={close} />;
  return (
    <>
      <StateOf openings={current.value?.openings ?? site.openings} zone={site.timezone} />
      <SupervisionList {...props} list={supervisions} open={setOpened} />
      <OpeningHistory {...props} />
    </>
  );
}

const whoOf = (by: Pick<Opening, 'user_name' | 'user_number' | 'device_name'> | null): string =>
  [
    by?.user_name ?? (by?.user_number == null ? undefined : texts.user(by.user_number)),
    by?.device_name ?? undefined,
  ]
    .filter((it) => it !== undefined)
    .join(' · ');

function StateOf({ openings, zone }: { readonly openings: SiteOpenings | undefined; readonly zone: string }) {
  if (!openings) return null;
  const { state, since, by, partitions } = openings;
  const line = (its: Pick<SiteOpenings, 'state' | 'since' | 'by'>) => (
    <>
      <strong>{texts.states[its.state]}</strong>
      {its.since && (
        <>
          {' '}
          {texts.since} <Instant at={its.since} zone={zone} />
        </>
      )}{' '}
      <span class="muted">{whoOf(its.by)}</span>
    </>
  );
  return (
    <Panel title={texts.state}>
      <p>{line({ state, since, by })}</p>
      {state === 'unknown' && <p class="muted">{texts.never}</p>}
      {partitions.length > 0 && (
        <ul>
          {partitions.map((it) => (
            <li key={`${it.device_id} ${it.partition}`}>
              {it.partition === null ? (it.by?.device_name ?? texts.wholeSite) : texts.area(it.partition)}:{' '}
              {line(it)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface SupervisionListProps extends SiteProps {
  readonly list: ReturnType<typeof useList<Supervision>>;
  readonly open: (id: string) => void;
}

function SupervisionList({ site, list, open }: SupervisionListProps) {
  const { guard, user } = useConsole();
  const mayUpdate = isPermitted(user.role, 'supervisions:update');
  const columns = useMemo<readonly Column<Supervision>[]>(() => {
    const shown: readonly Column<Supervision>[] = [
      { title: common.name, cell: ({ name }) => name },
      { title: texts.kind, cell: ({ kind }) => texts.kinds[kind], onPhone: 'below' },
      {
        title: texts.windows,
        cell: ({ windows, every_minutes }) =>
          [...windows.map(windowText), ...(every_minutes === null ? [] : [`${every_minutes} min`])].join(
            ' · ',
          ),
        onPhone: 'below',
      },
      {
        title: desk.list.severity,
        cell: ({ severity }) => <Severity severity={severity} />,
        onPhone: 'beside',
      },
      {
        title: common.status,
        cell: ({ status, extension }) =>
          extension ? (
            <>
              {texts.extendedUntil} <Instant at={extension.until} zone={site.timezone} />: {extension.note}
            </>
          ) : (
            texts.statuses[status]
          ),
        onPhone: 'below',
      },
    ];
    const actions: Column<Supervision> = {
      title: common.actions,
      cell: ({ id, name }) => (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => open(id)}>
            {texts.edit}
            <span class="unseen"> {name}</span>
          </button>
          <ConfirmButton
            label={common.delete}
            about={name}
            title={texts.deleteTitle(name)}
            text={texts.deleteText}
            action={common.delete}
            onConfirm={async () => {
              await guard.supervisions.delete(id);
              list.again();
            }}
          />
        </div>
      ),
    };
    return mayUpdate ? [...shown, actions] : shown;
  }, [guard, mayUpdate, site.timezone, list.again, open]);
  return (
    <Panel
      title={texts.supervisions}
      actions={
        isPermitted(user.role, 'supervisions:create') && (
          <button type="button" onClick={() => open('new')}>
            {texts.add}
          </button>
        )
      }
    >
      <ListView caption={texts.supervisions} list={list} columns={columns} empty={texts.none} />
    </Panel>
  );
}

const HISTORY_PAGE = 20;

function OpeningHistory({ id, site, openingsRound }: SiteProps) {
  const { guard } = useConsole();
  const list = useList(
    (signal) => guard.sites.listOpenings(id, { limit: HISTORY_PAGE }, { signal }),
    [guard, id],
  );
  const readAgain = useCallback(() => {
    // Whoever reads on keeps what is loaded.
    if ((list.items?.length ?? 0) <= HISTORY_PAGE) list.again();
  }, [list.items, list.again]);
  useAgain(openingsRound, readAgain);
  const columns = useMemo<readonly Column<Opening>[]>(
    () => [
      { title: texts.when, cell: ({ at }) => <Instant at={at} zone={site.timezone} /> },
      {
        title: texts.what,
        cell: ({ state, partition }) =>
          [texts.states[state], ...(partition === null ? [] : [texts.area(partition)])].join(' · '),
        onPhone: 'beside',
      },
      { title: texts.who, cell: (opening) => whoOf(opening), onPhone: 'below' },
    ],
    [site.timezone],
  );
  return (
    <Panel title={texts.history}>
      <ListView caption={texts.history} list={list} columns={columns} empty={texts.noHistory} />
    </Panel>
  );
}

interface OpenedProps extends SiteProps {
  readonly onClose: () => void;
}

const NO_DEVICES: readonly never[] = [];

function NewSupervision({ id, site, devices = NO_DEVICES, onClose }: OpenedProps) {
  const { guard, tenantId } = useConsole();
  const fields = useMemo(() => supervisionFields(devices, true), [devices]);
  const initial = useMemo(() => valuesOf(fields, NEW_SUPERVISION), [fields]);
  const [values, setValues] = useState<Values>(initial);
  return (
    <Panel title={texts.add}>
      <div class="form-and-preview">
        <Form
          fields={fields}
          initial={initial}
          controls={SUPERVISION_CONTROLS}
          action={texts.add}
          onChange={(typed, changed) => {
            const next = withKind(typed, changed);
            setValues(next);
            return next;
          }}
          onSubmit={async (typed, idempotencyKey) => {
            await guard.supervisions.create(supervisionOf(fields, typed, id), { tenantId, idempotencyKey });
            onClose();
          }}
          onCancel={onClose}
          hasFocus
        />
        <PreviewOfSupervision fields={fields} values={values} siteId={id} zone={site.timezone} />
      </div>
    </Panel>
  );
}

function OpenedSupervision({
  id,
  site,
  devices = NO_DEVICES,
  supervisionId,
  onClose,
}: OpenedProps & { readonly supervisionId: string }) {
  const { guard } = useConsole();
  const read = (signal?: AbortSignal) => guard.supervisions.get(supervisionId, { signal });
  const { value: supervision, error, again } = useRead(read, [guard, supervisionId]);
  const fields = useMemo(() => {
    // The kind decides which fields are shown, and cannot change.
    const kind = supervision?.kind;
    return supervisionFields(devices, false).map((field) => ({
      ...field,
      isShown: (values: Values) => kind !== undefined && (field.isShown?.({ ...values, kind }) ?? true),
    }));
  }, [devices, supervision?.kind]);
  const [typed, setTyped] = useState<Values>();
  if (!supervision) return <Reading error={error} again={again} />;
  const values = { ...(typed ?? valuesOf(fields, supervision)), kind: supervision.kind };
  return (
    <Panel title={supervision.name}>
      <div class="form-and-preview">
        <EditForm
          fields={fields}
          item={supervision}
          read={read}
          controls={SUPERVISION_CONTROLS}
          onChange={(next) => {
            setTyped(next);
            return undefined;
          }}
          save={(changes, ifMatch) => guard.supervisions.update(supervisionId, changes, { ifMatch })}
          onSaved={onClose}
          onCancel={onClose}
          hasFocus
        />
        <PreviewOfSupervision
          fields={supervisionFields(devices, true)}
          values={values}
          siteId={id}
          zone={site.timezone}
        />
      </div>
    </Panel>
  );
}

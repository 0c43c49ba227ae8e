import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Zone } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import type { SiteProps } from './site-props.ts';
import { texts } from './sites-texts.ts';

const NEW_ZONE: readonly Field[] = [
  { name: 'name', label: texts.newZone, kind: 'text', isRequired: true, limit: limits.ZoneInput.name },
];

/** The zones of a site, which are added, renamed and deleted in place. */
export function SiteZones({ id, zones }: SiteProps) {
  const { guard, user } = useConsole();
  const [renamed, setRenamed] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);
  /** The element that takes the focus after one was removed. */
  const next = useRef<string>(undefined);
  const { items, again } = zones;
  useEffect(() => {
    if (next.current === undefined || document.activeElement !== document.body) return;
    panel.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  }, [items, renamed]);
  const mayUpdate = isPermitted(user.role, 'zones:update');
  const columns = useMemo<readonly Column<Zone>[]>(() => {
    const name: Column<Zone> = {
      title: common.name,
      cell: (zone) =>
        zone.id === renamed ? (
          <RenameZone
            id={zone.id}
            onEnd={(isSaved) => {
              next.current = `[data-item="${zone.id}"] button`;
              setRenamed(undefined);
              if (isSaved) again();
            }}
          />
        ) : (
          zone.name
        ),
    };
    const actions: Column<Zone> = {
      title: common.actions,
      cell: (zone) =>
        zone.id !== renamed && (
          <div class="buttons">
            <button type="button" class="quiet" onClick={() => setRenamed(zone.id)}>
              {texts.rename}
              <span class="unseen"> {zone.name}</span>
            </button>
            <ConfirmButton
              label={common.delete}
              about={zone.name}
              title={texts.deleteZone(zone.name)}
              text={texts.deleteZoneText}
              action={common.delete}
              onConfirm={async () => {
                await guard.zones.delete(zone.id);
                next.current = 'form input';
                again();
              }}
            />
          </div>
        ),
    };
    return mayUpdate ? [name, actions] : [name];
  }, [guard, mayUpdate, renamed, again]);
  return (
    <Panel title={texts.zones}>
      <div class="zones" ref={panel}>
        <ListView caption={texts.zones} list={zones} columns={columns} empty={texts.noZones} />
        {isPermitted(user.role, 'zones:create') && (
          <Form
            fields={NEW_ZONE}
            initial={valuesOf(NEW_ZONE)}
            action={texts.addZone}
            onSubmit={async ({ name }, idempotencyKey) => {
              await guard.zones.create(id, { name: String(name) }, { idempotencyKey });
              again();
            }}
          />
        )}
      </div>
    </Panel>
  );
}

const ZONE: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.ZoneInput.name },
];

interface RenameZoneProps {
  readonly id: string;
  readonly onEnd: (isSaved: boolean) => void;
}

/** Renames a zone, in its row. A list contains no revisions, so the zone is read first. */
function RenameZone({ id, onEnd }: RenameZoneProps) {
  const { guard } = useConsole();
  const read = (signal?: AbortSignal) => guard.zones.get(id, { signal });
  const { value: zone, error, again } = useRead(read, [guard, id]);
  if (!zone) return <Reading error={error} again={again} />;
  return (
    <EditForm
      fields={ZONE}
      item={zone}
      read={read}
      save={(changes, ifMatch) => guard.zones.update(id, changes, { ifMatch })}
      onSaved={() => onEnd(true)}
      onCancel={() => onEnd(false)}
      hasFocus
    />
  );
}

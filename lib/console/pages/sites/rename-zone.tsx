import { useCallback } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { Reading } from '../../parts/page-layout.tsx';
import type { Field } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';

const ZONE: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, most: 120 },
];

interface RenameZoneProps {
  readonly guard: GuardClient;
  readonly id: string;
  readonly onEnd: (isSaved: boolean) => void;
}

/** Renames a zone, in its row. A list contains no revisions, so the zone is read first. */
export function RenameZone({ guard, id, onEnd }: RenameZoneProps) {
  const read = useCallback((signal?: AbortSignal) => guard.zones.get(id, { signal }), [guard, id]);
  const { value: zone, error, again } = useItem(read);
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

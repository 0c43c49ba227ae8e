import { ALERTS, PICTURE_STATE, type PictureState, type StoredAlert } from '../alerts/alert.ts';
import { changeStored } from '../alerts/change-stored.ts';
import type { RecordedActor } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { formatTimestamp } from '../base/time.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { EXISTS, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import { PICTURES, type ReadPicture } from './picture.ts';
import { expiryOf, isExpired, readPictures } from './read-pictures.ts';

interface Holding {
  readonly actor: RecordedActor;
  readonly now: Date;
  readonly ifMatch: string | undefined;
  /** `pictureRetentionDays` of the stage. */
  readonly retentionDays: number;
}

/**
 * Keeps the pictures of an alert for as long as the alert exists, or ends that. Throws `alert_not_real` if the alert was not
 * resolved as real. A repetition changes nothing. Pictures that have expired do not come back.
 */
export function holdPictures(
  table: Table,
  alert: StoredAlert,
  isHeld: boolean,
  { actor, now, ifMatch, retentionDays }: Holding,
): Promise<StoredAlert> {
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (current, writeId) => {
    const { entity, pending: timer, removal, pictureState = {} } = current;
    checkIfMatch(ifMatch, entity);
    if (isHeld && entity.resolution !== 'real') throw new ApiError('alert_not_real');
    if (isHeld === Boolean(pictureState.held)) return { writes: [], result: current };
    const at = formatTimestamp(now);
    const state: PictureState = { ...pictureState, held: isHeld ? { at, by: actor } : null };
    const pictures = (await readPictures(table, entity)).filter((it) => !isExpired(it, now));
    const writes = [
      ...changeStored(
        table,
        current,
        {
          // The alert itself stays as it is: the audit log has who held its pictures, its history has what happened.
          alert: entity,
          timer,
          beside: current.pictureState ? { [PICTURE_STATE]: pictureState } : {},
          besideAfter: { [PICTURE_STATE]: state },
        },
        writeId,
      ),
      ...pictures.map((it) => expire(table, it, expiryOf(it.entity, { retentionDays, removal, isHeld }))),
      ...auditWrites(table, ALERTS, entity, entity, {
        action: isHeld ? 'pictures_held' : 'pictures_released',
        facts: { site: entity.site_name ?? '' },
      }),
    ];
    return { writes, result: { ...current, pictureState: state } };
  });
}

function expire(table: Table, { entity }: ReadPicture, expiresAt: number | undefined): GuardedWrite {
  const update = expiresAt === undefined ? expression`REMOVE #ttl` : expression`SET #ttl = ${expiresAt}`;
  const key = PICTURES.key(entity.tenant_id, entity.alert_id, entity.id);
  return updateItem(table, key, { update, condition: EXISTS }, 'stale');
}

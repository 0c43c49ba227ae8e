import { hash } from 'node:crypto';
import { noteAlert } from '../alerts/act-on-alert.ts';
import { type ActionContext, actionTime } from '../alerts/action-context.ts';
import { ALERTS, type Alert, PICTURE_STATE, type PictureState, type StoredAlert } from '../alerts/alert.ts';
import { readRecentHistory } from '../alerts/alert-details.ts';
import { changeStored } from '../alerts/change-stored.ts';
import { findAlert } from '../alerts/find-alert.ts';
import { newEvent } from '../alerts/history.ts';
import { WORKED_AT } from '../alerts/reminder.ts';
import { changeAlert } from '../alerts/transition.ts';
import type { RecordedActor } from '../base/actor.ts';
import { derivedId } from '../base/digest.ts';
import { replaceUnprintable, shorten } from '../base/fields.ts';
import { lowestIdAt, type RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putOwn } from '../table/writes.ts';
import { cleanPicture, type Refusal } from './clean-picture.ts';
import {
  FIRST_PICTURES,
  fileName,
  MAXIMUM_CAPTION,
  MOST_PICTURES,
  PICTURES,
  type PictureSource,
  pictureItem,
  type ReadPicture,
  type StoredPicture,
} from './picture.ts';
import { objectOf } from './picture-objects.ts';
import type { PictureStore } from './picture-store.ts';
import { expiryOf, isExpired, readPictures } from './read-pictures.ts';

/** How many pictures that were left out are remembered, so that they are not added again. */
const MOST_LEFT_OUT = 100;

export interface KeepContext {
  readonly table: Table;
  readonly store: Pick<PictureStore, 'put' | 'remove'>;
  /** Who sent the picture. */
  readonly actor: RecordedActor;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** `pictureRetentionDays` of the stage. */
  readonly retentionDays: number;
  /** Further writes of the transaction that adds the picture. */
  readonly alongside?: readonly GuardedWrite[];
}

export interface GivenPicture {
  readonly bytes: Uint8Array;
  readonly caption?: string | undefined;
  /** When it was taken, according to its sender: a timestamp of the API. */
  readonly taken_at?: string | undefined;
  /** The name of its file. Paths and control characters are removed. */
  readonly name?: string | undefined;
  readonly source: PictureSource;
  /** Its id, which also says its place among the others; one that is derived from its arrival by default. */
  readonly id?: string | undefined;
  /**
   * When it arrived; now by default. Whoever may call twice for one arrival gives the same time, so that no object is left
   * behind by a call that was interrupted.
   */
  readonly arrivedAt?: Date | undefined;
}

export type KeepOutcome =
  | { readonly outcome: 'kept'; readonly picture: StoredPicture }
  | { readonly outcome: 'refused'; readonly reason: Refusal | 'alert_gone' | 'left_out_before' };

/**
 * Keeps a picture of an alert: checks its first bytes, size and pixels, removes everything but the pixels and the orientation,
 * stores it, and adds it to the alert with a history entry, from which live messages and the event `alert.pictured` follow.
 *
 * A picture that the alert has already, or has left out, changes nothing, so a call may be repeated. Of more than 20 pictures, the first
 * 4 and the newest 16 stay, and those that somebody holds. A picture that is refused becomes a note of the alert, with the reason.
 */
export async function keepPicture(
  context: KeepContext,
  alert: Pick<Alert, 'tenant_id' | 'id'>,
  given: GivenPicture,
): Promise<KeepOutcome> {
  const { table, store } = context;
  const stored = await findAlert(table, alert.tenant_id, alert.id);
  if (!stored) return { outcome: 'refused', reason: 'alert_gone' };
  const cleaned = cleanPicture(given.bytes);
  if ('refused' in cleaned) {
    await noteRefusal(context, stored, refusalNote(given, cleaned.refused));
    return { outcome: 'refused', reason: cleaned.refused };
  }
  const digest = hash('sha256', cleaned.bytes, 'base64url');
  const { arrivedAt = context.now } = given;
  const picture: StoredPicture = {
    // The same arrival always gives the same id, and so the same object.
    id: given.id ?? derivedId(lowestIdAt(arrivedAt), `${alert.id} ${digest}`),
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    content_type: cleaned.contentType,
    bytes: cleaned.bytes.length,
    width: cleaned.width,
    height: cleaned.height,
    caption: plainCaption(given.caption),
    name: fileName(given.name),
    taken_at: given.taken_at ?? null,
    source: given.source,
    added_by: context.actor,
    created_at: formatTimestamp(arrivedAt),
  };
  // The object comes first, so that a picture that is listed can always be read.
  await store.put(objectOf(picture), cleaned.bytes, cleaned.contentType);
  const kept = await decideAndWrite(
    table,
    stored,
    reloadEntity(table, ALERTS, stored),
    async (current, writeId) => decide(context, current, { picture, digest, writeId }),
  );
  if (kept?.id !== picture.id) await store.remove(objectOf(picture));
  return kept ? { outcome: 'kept', picture: kept } : { outcome: 'refused', reason: 'left_out_before' };
}

async function decide(
  context: KeepContext,
  current: StoredAlert,
  { picture, digest, writeId }: { picture: StoredPicture; digest: string; writeId: string },
): Promise<Decision<StoredPicture | undefined>> {
  const { table, actor, retentionDays, alongside = [] } = context;
  const { entity, pictureState = {}, removal } = current;
  const pictures = (await readPictures(table, entity)).filter((it) => !isExpired(it, context.now));
  const known = pictures.find((it) => it.digest === digest);
  if (known) return { writes: alongside, result: known.entity };
  // It made room for others once, and would push out another one now.
  const { dropped_digests: leftOut = [] } = pictureState;
  if (leftOut.includes(digest)) return { writes: alongside, result: undefined };
  const dropped = tooMany(pictures, pictureState.held ?? undefined);
  const acting = actionContext(context);
  const pictured = changeAlert(entity, { picture_count: pictures.length + 1 - dropped.length }, acting.at);
  const state = {
    ...pictureState,
    dropped: (pictureState.dropped ?? 0) + dropped.length,
    dropped_digests: [...leftOut, ...dropped.map((it) => it.digest)].slice(-MOST_LEFT_OUT),
  };
  const besideAfter = {
    // A picture that a person adds is work on the alert.
    ...(actor.kind === 'user' ? { [WORKED_AT]: pictured.updated_at } : {}),
    ...(state.dropped > 0 ? { [PICTURE_STATE]: state } : {}),
  };
  const beside = current.pictureState && state.dropped > 0 ? { [PICTURE_STATE]: current.pictureState } : {};
  const expiresAt = expiryOf(picture, { retentionDays, removal, isHeld: Boolean(pictureState.held) });
  const event = {
    ...newEvent(pictured, 'pictured', acting, picture.caption ?? undefined),
    picture_id: picture.id,
  };
  return {
    writes: [
      ...changeStored(
        table,
        current,
        { alert: pictured, entries: [{ event }], beside, besideAfter },
        writeId,
      ),
      putOwn(table, pictureItem(picture, digest, expiresAt)),
      ...dropped.map((it) =>
        deleteAny(table, PICTURES.key(it.entity.tenant_id, it.entity.alert_id, it.entity.id)),
      ),
      ...alongside,
    ],
    result: picture,
  };
}

/**
 * Which pictures make room for another one. Those that were there when somebody held them stay, so that no sender can replace
 * them; of the later ones the newest stay.
 */
function tooMany(pictures: readonly ReadPicture[], held: PictureState['held']): readonly ReadPicture[] {
  const later = pictures.slice(FIRST_PICTURES).filter(({ entity }) => !held || entity.created_at > held.at);
  const kept = pictures.length - later.length;
  const room = Math.max(MOST_PICTURES - kept, held ? MOST_PICTURES - FIRST_PICTURES : 0);
  return later.slice(0, Math.max(0, later.length + 1 - room));
}

function actionContext({ actor, now, randomBytes }: KeepContext): ActionContext {
  return { actor, ...actionTime(now, randomBytes) };
}

/** A caption as the API keeps it: in one line, without control characters, and not too long. */
function plainCaption(caption: string | undefined): string | null {
  const plain = replaceUnprintable(caption ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : shorten(plain, MAXIMUM_CAPTION);
}

const REASONS: Readonly<Record<Refusal, string>> = {
  not_a_picture: 'it is no JPEG, PNG or WebP',
  too_large: 'it has more than 5 MB',
  too_many_pixels: 'it has more than 50 million pixels',
  unreadable: 'its data are damaged',
};

function refusalNote({ name }: GivenPicture, reason: Refusal): string {
  const file = fileName(name);
  return `A picture${file === null ? '' : ` (${file})`} could not be kept: ${REASONS[reason]}.`;
}

/** Says in the alert that a picture was not kept; once, if the same is among its newest entries. */
async function noteRefusal(context: KeepContext, alert: StoredAlert, note: string): Promise<void> {
  const { table, actor, alongside = [] } = context;
  const newest = await readRecentHistory(table, alert);
  const isNoted = newest.some(
    (it) =>
      it.action === 'noted' && it.note === note && it.actor.id === actor.id && it.actor.kind === actor.kind,
  );
  if (isNoted) await commit(table, alongside);
  else await noteAlert(table, alert, note, actionContext(context), () => alongside);
}

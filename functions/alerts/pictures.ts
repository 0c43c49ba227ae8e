import { actionTime } from '../../shared/alerts/action-context.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { checkOccurredAt } from '../../shared/alerts/alert-input.ts';
import { isKey, recordCaller, recordUser } from '../../shared/base/actor.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { createAuditedEndpoint, createEndpoint } from '../../shared/http/endpoint.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { holdPictures } from '../../shared/pictures/hold-pictures.ts';
import { connectLinks } from '../../shared/pictures/picture-links.ts';
import {
  addPictureInputSchema,
  addPictureResultSchema,
  announceUpload,
} from '../../shared/pictures/picture-upload.ts';
import { alertPicturesSchema, showPictures } from '../../shared/pictures/show-pictures.ts';

export const addPictureRoute = defineRoute('alerts/pictures/add-picture', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/pictures',
  target: ALERTS,
  summary: 'Add a picture to an alert: get the URL to which it is uploaded',
  access: 'alerts:acknowledge',
  takesKeys: 'report',
  rateClass: 'alert_action',
  request: { body: addPictureInputSchema },
  response: {
    status: 201,
    description: 'How to upload the file. The picture is listed when the file has arrived and was checked.',
    body: addPictureResultSchema,
    etag: false,
    location: '/api/v1/alerts/{alert_id}/pictures',
  },
  table: { actions: ['PutItem'] },
  settings: ['GUARD_PICTURE_UPLOADS'],
});

export const addPictureHandler = createEndpoint(
  addPictureRoute,
  async ({ target, body, caller, now }, { table, randomBytes, settings }) => {
    const { entity: alert } = target;
    // A device-bound key reaches its site, but adds pictures to the alerts of its device only.
    if (isKey(caller) && caller.deviceId !== undefined && alert.device_id !== caller.deviceId) {
      throw new ApiError('not_found');
    }
    const { taken_at } = body;
    if (taken_at !== undefined) checkOccurredAt({ occurred_at: taken_at }, now);
    const announcing = {
      actor: recordCaller(caller),
      now,
      ...actionTime(now, randomBytes),
      sign: connectLinks(settings.pictureUploads),
    };
    const upload = await announceUpload(table, alert, body, announcing);
    return { body: { upload } };
  },
);

export const listPicturesRoute = defineRoute('alerts/pictures/list-pictures', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/pictures',
  target: ALERTS,
  summary: 'List the pictures of an alert, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  // The URLs differ in each response.
  response: { description: 'The pictures of the alert.', body: alertPicturesSchema, etag: false },
  table: { actions: ['Query'] },
  settings: ['GUARD_PICTURE_VIEWS'],
});

export const listPicturesHandler = createEndpoint(
  listPicturesRoute,
  async ({ target, now }, { table, settings }) => ({
    body: await showPictures(table, target, { now, sign: connectLinks(settings.pictureViews) }),
  }),
);

export const holdPicturesRoute = defineRoute('alerts/pictures/hold-pictures', {
  method: 'PUT',
  path: '/api/v1/alerts/{alert_id}/pictures/hold',
  target: ALERTS,
  summary: 'Keep the pictures of a real alert for as long as the alert exists',
  access: 'pictures:hold',
  isAudited: true,
  response: { description: 'The pictures of the alert.', body: alertPicturesSchema, etag: false },
  errors: ['alert_not_real'],
  table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  settings: ['GUARD_PICTURE_VIEWS', 'GUARD_PICTURE_RETENTION_DAYS'],
});

export const holdPicturesHandler = createAuditedEndpoint(
  holdPicturesRoute,
  async ({ target, caller, now, ifMatch }, { table, settings }) => {
    const { pictureRetentionDays: retentionDays, pictureViews } = settings;
    const held = await holdPictures(table, target, true, {
      actor: recordUser(caller),
      now,
      ifMatch,
      retentionDays,
    });
    return { body: await showPictures(table, held, { now, sign: connectLinks(pictureViews) }) };
  },
);

export const releasePicturesRoute = defineRoute('alerts/pictures/release-pictures', {
  method: 'DELETE',
  path: '/api/v1/alerts/{alert_id}/pictures/hold',
  target: ALERTS,
  summary: 'End the hold of the pictures of an alert',
  access: 'pictures:hold',
  isAudited: true,
  response: { description: 'The pictures are deleted when their time is over.' },
  table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  settings: ['GUARD_PICTURE_RETENTION_DAYS'],
});

export const releasePicturesHandler = createAuditedEndpoint(
  releasePicturesRoute,
  async ({ target, caller, now, ifMatch }, { table, settings }) => {
    const { pictureRetentionDays: retentionDays } = settings;
    await holdPictures(table, target, false, { actor: recordUser(caller), now, ifMatch, retentionDays });
  },
);

import { ApiError } from '../shared/base/errors.ts';
import { etagOf } from '../shared/base/etag.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import type { Settings } from '../shared/lambda/settings.ts';
import {
  changeMailAddress,
  endMailAddress,
  loadMailAddress,
  makeMailAddress,
} from '../shared/mail-in/change-mail-address.ts';
import {
  issuedMailAddressSchema,
  type MailAddress,
  mailAddressChangesSchema,
  mailAddressInputSchema,
  showMailAddress,
  shownMailAddressSchema,
} from '../shared/mail-in/mail-address.ts';

type Receiving = Pick<Settings, 'mailIn'>;

/** The settings of an address, with where its device sends mail. */
function withReceiver(address: MailAddress, { mailIn }: Receiving) {
  const { host = null, ports = [], tlsPorts = [] } = mailIn ?? {};
  return { ...showMailAddress(address), receiver: mailIn && { host, ports, tls_ports: tlsPorts } };
}

export const createMailAddressRoute = defineRoute('mail-addresses/create-mail-address', {
  method: 'POST',
  path: '/api/v1/devices/{device_id}/mail-address',
  target: DEVICES,
  summary: 'Make an address for the mail of a camera or recorder, or another one in place of the present',
  access: 'devices:update',
  isAudited: true,
  request: { body: mailAddressInputSchema },
  response: {
    status: 201,
    description: 'The address, which is shown only once. A former address ends at once.',
    body: issuedMailAddressSchema,
    location: '/api/v1/devices/{device_id}/mail-address',
  },
  errors: ['changed_too_often', 'mail_not_received'],
  settings: ['GUARD_MAIL_IN'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createMailAddressHandler = createAuditedEndpoint(
  createMailAddressRoute,
  async ({ target, body, now }, { table, randomBytes, settings }) => {
    if (!settings.mailIn) throw new ApiError('mail_not_received');
    const { address, localPart } = await makeMailAddress(table, target, body, { now, randomBytes });
    const shown = withReceiver(address, settings);
    return {
      body: { ...shown, address: `${localPart}@${settings.mailIn.domain}` },
      // The ETag is that of the address without its secret, as later reads return it.
      headers: { ETag: etagOf(shown) },
    };
  },
);

export const getMailAddressRoute = defineRoute('mail-addresses/get-mail-address', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}/mail-address',
  target: DEVICES,
  summary: 'Read what the mails to the address of a device mean',
  access: 'devices:update',
  response: {
    description: 'The settings of the address, without the address itself.',
    body: shownMailAddressSchema,
  },
  settings: ['GUARD_MAIL_IN'],
  table: { actions: ['GetItem'] },
});

export const getMailAddressHandler = createEndpoint(
  getMailAddressRoute,
  async ({ target }, { table, settings }) => {
    const stored = await loadMailAddress(table, target);
    if (!stored) throw new ApiError('not_found');
    return { body: withReceiver(stored.entity, settings) };
  },
);

export const updateMailAddressRoute = defineRoute('mail-addresses/update-mail-address', {
  method: 'PATCH',
  path: '/api/v1/devices/{device_id}/mail-address',
  target: DEVICES,
  summary: 'Change the type, the severity, the subject or the phrases of a mail address',
  access: 'devices:update',
  isAudited: true,
  request: { body: mailAddressChangesSchema },
  response: { description: 'The changed settings. The address remains.', body: shownMailAddressSchema },
  settings: ['GUARD_MAIL_IN'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateMailAddressHandler = createAuditedEndpoint(
  updateMailAddressRoute,
  async ({ target, body, ifMatch, now }, { table, settings }) => {
    const changed = await changeMailAddress(table, target, body, { ifMatch, now });
    return { body: withReceiver(changed, settings) };
  },
);

export const deleteMailAddressRoute = defineRoute('mail-addresses/delete-mail-address', {
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}/mail-address',
  target: DEVICES,
  summary: 'End the mail address of a device at once',
  access: 'devices:update',
  isAudited: true,
  response: { description: 'The address is unknown from the next mail on.' },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem'] },
});

export const deleteMailAddressHandler = createAuditedEndpoint(
  deleteMailAddressRoute,
  ({ target, ifMatch }, { table }) => endMailAddress(table, target, { ifMatch }),
);

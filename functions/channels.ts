import { USERS } from '../shared/accounts/user.ts';
import { ApiError } from '../shared/base/errors.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import type { RuntimeSource } from '../shared/lambda/runtime.ts';
import { readSmsCountries } from '../shared/lambda/sms-settings.ts';
import { type Budget, perDayOf, readUsed } from '../shared/limits/budget.ts';
import { warnMasters } from '../shared/mail/warn-masters.ts';
import {
  addAndSendCode,
  addPush,
  deleteChannel,
  type PostCode,
  verifyChannel,
} from '../shared/notify/change-channels.ts';
import { getChannelBook, shownChannel, verifiedKinds } from '../shared/notify/channel.ts';
import {
  channelCodeSchema,
  channelInputSchema,
  channelSchema,
  channelsSchema,
  channelTestSchema,
  userChannelsSchema,
} from '../shared/notify/channel-contract.ts';
import { checkChannelInput } from '../shared/notify/check-channel.ts';
import {
  BUDGET_SETTINGS,
  CHANNEL_SETTINGS,
  CODE_SETTINGS,
  channelsOff,
  SENDER_SETTINGS,
  SENDER_TABLE_USE,
} from '../shared/notify/sender-settings.ts';
import { type ConnectSenders, connectOnce } from '../shared/notify/senders.ts';
import { testChannel } from '../shared/notify/test-channel.ts';
import { getPushKey } from '../shared/notify/vapid-key.ts';
import { joinUses } from '../shared/table/table-use.ts';

export const listChannelsRoute = defineRoute('channels/list-channels', {
  method: 'GET',
  path: '/api/v1/auth/me/channels',
  summary: 'List your channels',
  access: 'signed_in',
  response: { description: 'Your channels, and which kinds are off.', body: channelsSchema, etag: true },
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: [...CHANNEL_SETTINGS, ...BUDGET_SETTINGS, 'GUARD_PUSH_ENCRYPTION_KEY'],
});

export const listChannelsHandler = createEndpoint(listChannelsRoute, async ({ caller, now }, runtime) => {
  const { table, settings } = runtime;
  const { tenantId } = caller;
  const [{ channels }, pushKey, sms, mail] = await Promise.all([
    getChannelBook(table, caller),
    getPushKey(runtime),
    readUsed(table, { kind: 'sms', tenantId, now }),
    readUsed(table, { kind: 'email', tenantId, now }),
  ]);
  return {
    body: {
      data: channels.map(shownChannel),
      off: channelsOff(settings),
      push_key: pushKey,
      sms_today: { used: sms, limit: settings.smsPerDay },
      mail_today: { used: mail, limit: settings.mailPerDay },
    },
  };
});

export const createChannelRoute = defineRoute('channels/create-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels',
  summary: 'Add a channel, or send another code to one that is not verified',
  access: 'signed_in',
  isAudited: true,
  request: { body: channelInputSchema },
  response: {
    status: 201,
    description: 'The channel. Guard has sent a code to an e-mail address or phone number.',
    existing: 'The channel of a browser that was known. It has the keys of the new subscription.',
    body: channelSchema,
  },
  errors: [
    'changed_too_often',
    'channel_exists',
    'channel_not_reached',
    'channel_off',
    'too_many_channels',
    'too_many_requests',
  ],
  table: joinUses(SENDER_TABLE_USE, { actions: ['ConditionCheckItem', 'GetItem', 'UpdateItem'] }),
  settings: [...CODE_SETTINGS, ...BUDGET_SETTINGS],
  sendsMessages: true,
  queuesMail: true,
});

/** The `link` and `tag` of a code. They are empty, because only a push uses them, and codes are never sent by push. */
const NO_PUSH = { link: '', tag: '' };

export function createChannelHandler(source: RuntimeSource, connect?: ConnectSenders) {
  const send = connectOnce(source, connect);
  const post: PostCode = async (address, text) => (await send(address, { ...text, ...NO_PUSH })).outcome;
  return createAuditedEndpoint(createChannelRoute, async ({ caller, body, now }, runtime) => {
    const { table, randomBytes, settings } = runtime;
    const { destinations, smsCountries } = settings;
    const nearEnd: Budget[] = [];
    const budgets = { perDay: perDayOf(settings), onNearEnd: (it: Budget) => nearEnd.push(it) };
    if (channelsOff(settings).includes(body.kind)) throw new ApiError('channel_off');
    const address = checkChannelInput(body, { destinations, countries: readSmsCountries(smsCountries) });
    const { channel, isKnown } =
      address.kind === 'push'
        ? await addPush({ table, randomBytes, now }, caller, address)
        : await addAndSendCode({ table, randomBytes, now, ...budgets, post }, caller, address);
    for (const budget of nearEnd) await warnMasters(runtime, budget);
    return {
      status: isKnown ? 200 : 201,
      body: shownChannel(channel),
    };
  })(source);
}

export const deleteChannelRoute = defineRoute('channels/delete-channel', {
  method: 'DELETE',
  path: '/api/v1/auth/me/channels/{channel_id}',
  summary: 'Delete one of your channels',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'The channel is deleted.' },
  errors: ['changed_too_often', 'not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const deleteChannelHandler = createAuditedEndpoint(deleteChannelRoute, ({ caller, path }, { table }) =>
  deleteChannel(table, caller, path.channel_id),
);

export const verifyChannelRoute = defineRoute('channels/verify-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels/{channel_id}/verify',
  summary: 'Verify a channel by its code',
  access: 'signed_in',
  isAudited: true,
  request: { body: channelCodeSchema },
  response: { description: 'The verified channel.', body: channelSchema },
  errors: ['changed_too_often', 'channel_code_not_valid', 'channel_verified', 'not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const verifyChannelHandler = createAuditedEndpoint(
  verifyChannelRoute,
  async ({ caller, path, body, now }, { table }) => ({
    body: shownChannel(await verifyChannel(table, caller, { id: path.channel_id, code: body.code, now })),
  }),
);

export const testChannelRoute = defineRoute('channels/test-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels/{channel_id}/test',
  summary: 'Send a message to one of your channels',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'Whether the provider took the message.', body: channelTestSchema },
  errors: ['channel_not_verified', 'not_found', 'too_many_requests'],
  table: joinUses(SENDER_TABLE_USE, { actions: ['GetItem', 'UpdateItem'] }),
  settings: [...SENDER_SETTINGS, ...BUDGET_SETTINGS],
  sendsMessages: true,
  queuesMail: true,
});

export function testChannelHandler(source: RuntimeSource, connect?: ConnectSenders) {
  const send = connectOnce(source, connect);
  return createAuditedEndpoint(testChannelRoute, async ({ caller, path, now, baseUrl }, runtime) => {
    const { table, settings } = runtime;
    const nearEnd: Budget[] = [];
    const budgets = { now, perDay: perDayOf(settings), onNearEnd: (it: Budget) => nearEnd.push(it) };
    const body = await testChannel(
      { table, settings, send, link: `${baseUrl}/console`, ...budgets },
      caller,
      path.channel_id,
    );
    for (const budget of nearEnd) await warnMasters(runtime, budget);
    return { body };
  })(source);
}

export const getUserChannelsRoute = defineRoute('channels/get-user-channels', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/channels',
  target: USERS,
  summary: 'Read by which kinds of channels a user is reached',
  access: 'users:read',
  response: { description: 'The kinds, without addresses.', body: userChannelsSchema, etag: false },
  table: { actions: ['GetItem'] },
});

export const getUserChannelsHandler = createEndpoint(getUserChannelsRoute, async ({ target }, { table }) => {
  const { tenant_id: tenantId, id: userId } = target.entity;
  const { channels } = await getChannelBook(table, { tenantId, userId });
  return { body: { kinds: verifiedKinds(channels) } };
});

import { addAndSendCode, type PostCode } from '../../shared/channels/add-and-send-code.ts';
import { addPush } from '../../shared/channels/add-push.ts';
import { shownChannel } from '../../shared/channels/channel-book.ts';
import { checkChannelInput } from '../../shared/channels/check-channel-input.ts';
import { ApiError } from '../../shared/errors.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { readSmsCountries } from '../../shared/lambda/sms-settings.ts';
import { warnMasters } from '../../shared/mail/warn-masters.ts';
import { type Budget, perDayOf } from '../../shared/rate-limits/budget.ts';
import { channelsOff } from '../../shared/senders/channels-off.ts';
import { type ConnectSenders, connectOnce } from '../../shared/senders/connect-once.ts';
import { createChannelRoute } from './create-channel.route.ts';

/** Codes are never sent by push, so `link` and `tag` are empty. */
const NO_PUSH = { link: '', tag: '' };

export function createHandler(source: RuntimeSource, connect?: ConnectSenders) {
  const send = connectOnce(source, connect);
  const post: PostCode = async (address, text) => (await send(address, { ...text, ...NO_PUSH })).outcome;
  return createAuditedEndpoint(createChannelRoute, async ({ caller, body, now, url }, runtime) => {
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
      headers: { Location: `${url}/${channel.id}` },
    };
  })(source);
}

export const handler = createHandler(lambdaRuntime);

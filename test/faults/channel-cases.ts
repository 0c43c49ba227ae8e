import { readChannels } from '../../shared/notify/channel.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import type { Lane } from './lane.ts';
import type { PreparedWrite, WriteCase } from './prepared-write.ts';

const PATH = '/api/v1/auth/me/channels';

interface Person {
  readonly id: string;
  readonly token: string;
}

type NewPerson = (lane: Lane) => Promise<Person>;

const channelsOf = async (lane: Lane, { id }: Person) =>
  readChannels(await lane.item(channelsKey(lane.tenantId, id)));

const pushOf = (endpoint: string) => ({
  kind: 'push',
  subscription: { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
});

const newEndpoint = (lane: Lane) => `https://push.example.com/${lane.unique()}`;

const newNumber = (lane: Lane) => `+49151${lane.unique().replace(/\D/g, '').padStart(8, '0')}`;

const newSms = (lane: Lane, { token }: Person, address: string) =>
  lane.create(PATH, { kind: 'sms', address }, token);

const lastCodeTo = (lane: Lane, address: string) =>
  /\d{6}/.exec(lane.guard.sent.findLast((it) => it.address === address)?.message.text ?? '')?.[0];

/** A person may have few, and gets few codes in a day: each case has one of its own. */
const adding = (json: (lane: Lane) => object, newPerson: NewPerson) => async (lane: Lane) => {
  const person = await newPerson(lane);
  return {
    request: `POST ${PATH}`,
    options: { json: json(lane), token: person.token },
    timesDone: async () => (await channelsOf(lane, person)).length,
  };
};

/** Every write of the channels of a person. */
export const channelCases = (newPerson: NewPerson): readonly WriteCase[] => [
  {
    route: 'create-channel',
    how: 'for a browser',
    prepare: adding((lane) => pushOf(newEndpoint(lane)), newPerson),
  },
  {
    route: 'create-channel',
    how: 'for a phone number',
    prepare: adding((lane) => ({ kind: 'sms', address: newNumber(lane) }), newPerson),
  },
  {
    route: 'verify-channel',
    repeated: 409,
    async prepare(lane): Promise<PreparedWrite> {
      const person = await newPerson(lane);
      const address = newNumber(lane);
      const id = await newSms(lane, person, address);
      return {
        request: `POST ${PATH}/${id}/verify`,
        options: { json: { code: lastCodeTo(lane, address) }, token: person.token },
        timesDone: async () =>
          (await channelsOf(lane, person)).filter(({ verified_at }) => verified_at !== null).length,
      };
    },
  },
  {
    route: 'delete-channel',
    async prepare(lane): Promise<PreparedWrite> {
      const person = await newPerson(lane);
      const id = await lane.create(PATH, pushOf(newEndpoint(lane)), person.token);
      return {
        request: `DELETE ${PATH}/${id}`,
        options: { token: person.token },
        timesDone: async () => 1 - (await channelsOf(lane, person)).length,
      };
    },
    repeated: 404,
  },
  {
    route: 'test-channel',
    async prepare(lane): Promise<PreparedWrite> {
      const person = await newPerson(lane);
      const endpoint = newEndpoint(lane);
      const id = await lane.create(PATH, pushOf(endpoint), person.token);
      return {
        request: `POST ${PATH}/${id}/test`,
        options: { token: person.token },
        timesDone: async () =>
          lane.guard.sent.filter(({ subscription }) => subscription?.endpoint === endpoint).length,
      };
    },
  },
];

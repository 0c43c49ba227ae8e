import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDevice } from '../../shared/devices/find-devices.ts';
import { setPanel } from '../../shared/panels/change-panel.ts';
import { cutFrames, type Frame, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { PanelFinder, panelReads } from '../../shared/panels/known-panel.ts';
import { writeMessage } from '../../shared/panels/message.ts';
import { type Receiving, receiveFrame, writeSign } from '../../shared/panels/receive-frame.ts';
import { SignsOfLife } from '../../shared/panels/signs-of-life.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { openWorld } from '../support/heartbeats/world.ts';
import { type Dice, seededDice, seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * Histories of supervised panels with random silences, on two receivers that are replaced now and then, with a simulated clock.
 * A panel is offline at most 90 s after its supervision time, online with its next frame, and never offline while it is heard.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');
const PANELS = repetitions({ few: 10, some: 40, many: 1_000 });
const MINUTES = repetitions({ few: 15, many: 25 });
const LATEST_SECONDS = 90;
const SUPERVISION = [60, 90, 120, 300] as const;
const ADDRESS = '192.0.2.7';
/** It takes 5 s where nothing else runs, and minutes with a thousand panels. */
const TIMEOUT = repetitions({ few: 120_000, many: 900_000 });

interface Panel {
  readonly id: string;
  readonly seconds: number;
  /** Its frame of supervision on each of its two paths. */
  readonly frames: readonly Frame[];
  /** When it sends, in seconds since the beginning. */
  readonly times: readonly number[];
}

/**
 * When a panel sends: some are as late as they may be, some send far more often. A silence is never so short that only the run
 * of the timers decides whether it is one.
 */
function timesOf(seconds: number, dice: Dice): number[] {
  const times: number[] = [];
  const interval = dice.pick([seconds, seconds, seconds / 3, seconds / 6]);
  let at = dice.pick([0, 7, 23, 41]);
  for (; at < MINUTES * 60; at += Math.max(1, Math.round(interval * dice.pick([0.5, 0.9, 1])))) {
    times.push(at);
    if (dice.chance(interval / 1_000)) at += seconds + LATEST_SECONDS + dice.pick([1, 100, 400]);
  }
  return times;
}

/** The silences of a panel that are longer than its supervision time and a bound, until the end of the history. */
const silencesOf = ({ times, seconds }: Panel, end: number, bound: number) =>
  [...times, end].filter((at, place, all) => place > 0 && at - Number(all[place - 1]) > seconds + bound)
    .length;

test(
  'A panel is offline within 90 s after its supervision time, online with its next frame, and never while it is heard',
  async () => {
    const dice = seededDice('supervision');
    const randomBytes = seededRandomBytes('supervision');
    let now = 0;
    const date = () => new Date(BEGIN + now * 1_000);
    const world = await openWorld(table, date(), randomBytes);
    const key = { encrypt: async () => '', decrypt: async () => undefined };

    const newReceiver = (): Receiving => ({
      table,
      randomBytes,
      retentionDays: 400,
      findPanel: new PanelFinder(panelReads(table, key), () => date().getTime(), {
        mayExist: () => true,
        maySearch: () => false,
        onMissed: () => expect.fail('A panel was not found'),
      }).find,
      inTurn: (_, work) => work(),
      isBusy: () => false,
      onProven: () => {},
      signsOfLife: new SignsOfLife(),
      isTooMuch: () => false,
      isAltered: () => false,
      mayRefuse: () => true,
      isAttacked: () => false,
      onUnreported: () => {},
      recordUnknown: async () => {},
      mayRecordRefused: () => false,
      onError: (error) => expect.fail(String(error)),
    });
    const receivers = [newReceiver(), newReceiver()];
    const writeSigns = async (receiver: Receiving, due: Date | 'all') => {
      for (const sign of receiver.signsOfLife.takeDue(due)) await writeSign(receiver, sign, date());
    };

    const panels: Panel[] = [];
    for (let place = 0; place < PANELS; place++) {
      const account = String(place).padStart(6, '0');
      const seconds = dice.pick(SUPERVISION);
      const id = await world.create(`Panel ${place}`, seconds, date());
      const device = await loadDevice(table, { tenantId: world.tenantId, deviceId: id });
      if (!device) expect.fail('There is no such device');
      await setPanel(
        table,
        device,
        {
          account,
          line_prefix: null,
          encryption: 'none',
          allowed_addresses: [ADDRESS],
          trusts_udp: false,
          zones: [],
          users: [],
        },
        { ifMatch: undefined, at: date().toISOString(), randomBytes, key },
      );
      const frames = ['L1', 'L2'].flatMap((line) => {
        const message = { token: 'NULL', sequence: '0000', address: `${line}#${account}` };
        return cutFrames(writeMessage(message, STANDARD_DIALECT)).frames;
      });
      panels.push({ id, seconds, frames, times: timesOf(seconds, dice) });
    }
    const statusOf = async (id: string) =>
      (await loadDevice(table, { tenantId: world.tenantId, deviceId: id }))?.entity.status;

    const lastHeard = new Map<Panel, number>();
    const sending = Map.groupBy(
      panels.flatMap((panel) => panel.times.map((at) => ({ panel, at }))),
      ({ at }) => at,
    );
    for (; now < MINUTES * 60; now++) {
      for (const { panel } of sending.get(now) ?? []) {
        const frame = dice.pick(panel.frames);
        const arrival = { address: ADDRESS, transport: 'tcp', at: date() } as const;
        const { result, answer } = await receiveFrame(dice.pick(receivers), frame, arrival);
        expect([result, answer?.includes('"ACK"')]).toEqual(['supervision', true]);
        const silence = now - (lastHeard.get(panel) ?? -1_000);
        if (silence > panel.seconds)
          expect([panel.id, now, await statusOf(panel.id)]).toEqual([panel.id, now, 'online']);
        lastHeard.set(panel, now);
      }
      for (const receiver of receivers) await writeSigns(receiver, date());
      if (now % 60 !== 59) continue;
      await world.watch(date());
      const statuses = await world.statuses();
      const wrong = panels.flatMap((panel) => {
        const heard = lastHeard.get(panel);
        const silence = now - (heard ?? now);
        const status = statuses.get(panel.id);
        if (heard !== undefined && silence <= panel.seconds && status !== 'online')
          return [{ panel, now, silence, status }];
        return silence > panel.seconds + LATEST_SECONDS && status !== 'offline'
          ? [{ panel, now, silence, status }]
          : [];
      });
      expect(wrong).toEqual([]);
      if (dice.chance(0.2)) {
        const [replaced] = receivers.splice(dice.pick([0, 1]), 1, newReceiver());
        if (replaced) await writeSigns(replaced, 'all');
      }
    }
    const alerts = Map.groupBy(await world.alerts(), ({ device_id }) => device_id);
    const counted = panels.map((panel) => ({
      alerts: alerts.get(panel.id)?.length ?? 0,
      // The timers have not run since the end of the last silence.
      least: silencesOf(panel, now, LATEST_SECONDS),
      most: silencesOf(panel, now, 0),
    }));
    expect(counted.filter(({ alerts: count, least, most }) => count < least || count > most)).toEqual([]);
    expect(counted.filter(({ least }) => least > 0).length).toBeGreaterThan(PANELS / 4);
    expect(await findInconsistencies(table)).toEqual([]);
  },
  TIMEOUT,
);

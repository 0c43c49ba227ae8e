import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { check } from '../support/linearizability/check.ts';
import { explain } from '../support/linearizability/explain.ts';
import { Recorder } from '../support/linearizability/history.ts';
import { randomFaults } from '../support/linearizability/random-faults.ts';
import { play, type Trial, type TrialGuard } from '../support/linearizability/trial.ts';
import {
  alertTrial,
  counterTrial,
  dedupTrial,
  emailTrial,
  serialTrial,
  sessionTrial,
  siteTrial,
} from '../support/linearizability/trials.ts';
import { seededDice } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';

/**
 * Clients use one object concurrently, while calls to the table are delayed, fail or lose their replies, and while the
 * engine restarts. Some order of the operations must explain every response: then each takes effect exactly once, at one
 * instant.
 */

/**
 * The seed determines the clients' requests and the failing calls, but not the timing of requests. Each run with many rounds has
 * another one.
 */
const SEED = process.env['LINEARIZABILITY_SEED'] ?? repetitions({ few: 0, many: Date.now() });
const ROUNDS = repetitions({ few: 1, many: 4 });
const CLIENTS = 4;
const OPERATIONS = repetitions({ few: 12, some: 24, many: 30 });
const LIMIT = 20;

let guard: FaultyGuard;
let limited: FaultyGuard;
beforeAll(async () => {
  // Long timeouts, so that no call is abandoned on a busy machine without being recorded as disturbed.
  const options = { requestTimeoutMilliseconds: 60_000 };
  [guard, limited] = await Promise.all([
    startFaultyGuard(options),
    startFaultyGuard({ ...options, settings: { apiRequestsPerMinute: LIMIT } }),
  ]);
});
afterAll(async () => {
  await guard.stop();
  await limited.stop();
});

const trials: Record<string, { guardOf: () => FaultyGuard; trial: Trial }> = {
  'a site': { guardOf: () => guard, trial: siteTrial },
  'an alert': { guardOf: () => guard, trial: alertTrial },
  'a dedup key': { guardOf: () => guard, trial: dedupTrial },
  'the sessions of a user': { guardOf: () => guard, trial: sessionTrial },
  'the serial of a device': { guardOf: () => guard, trial: serialTrial },
  'the e-mail address of a user': { guardOf: () => guard, trial: emailTrial },
  'a limit of requests': { guardOf: () => limited, trial: (it) => counterTrial(it, LIMIT) },
};

let names = 0;

async function trialGuard(of: FaultyGuard, hasFaults: boolean): Promise<TrialGuard> {
  of.proxy.disarm();
  of.clock.advance(61_000);
  await of.refillRetries();
  const master = await of.signIn('master@acme.test');
  return {
    hasFaults,
    call: of.call,
    asMaster: (request, options) => of.call(request, { token: master, ...options }),
    unique() {
      names += 1;
      return `trial-${names}`;
    },
  };
}

/** The faults of a round. Without faults, requests are closest together. */
const WRONGS = [
  { failing: 0.04, isRestarted: false },
  { failing: 0, isRestarted: false },
  { failing: 0.02, isRestarted: true },
];

test.each(Object.entries(trials))(
  'Concurrent requests to %s get the responses of some sequential order',
  async (name, it) => {
    const { guardOf, trial } = it;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const seed = `${SEED} ${name} ${round}`;
      const dice = seededDice(seed);
      const { failing, isRestarted } = dice.pick(WRONGS);
      const { proxy, table } = guardOf();
      const subject = await trial(await trialGuard(guardOf(), failing > 0 || isRestarted));
      const recorder = new Recorder();
      const faultOf = randomFaults(seededDice(`${seed} faults`), { late: 0.2, failing });
      proxy.play((call) => {
        const fault = faultOf(call);
        if (fault && fault.kind !== 'held') recorder.disturb();
        return fault;
      });
      const halfway = isRestarted ? () => recorder.disturb(table.restartEngine()) : undefined;
      await play(subject, recorder, { clients: CLIENTS, operations: OPERATIONS, dice, halfway });
      const { history } = recorder;
      expect(explain(subject.model, history), `LINEARIZABILITY_SEED=${SEED}, round ${round}`).toBeUndefined();
      expect(check(subject.model, subject.corrupt(history)).isLinearizable).toBe(false);
    }
  },
);

import { followedBy } from '../history.ts';
import { type DedupAnswer, type DedupInput, type DedupState, dedupModel } from '../models/dedup-key.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';

/**
 * A device reports and resolves the same trouble, and people read, acknowledge, resolve and reopen the alerts. Where calls fail,
 * nobody resolves. A repeated call recognizes its report only while the alert is open; afterwards it opens a new alert.
 */
export async function dedupTrial({
  asMaster,
  unique,
  hasFaults,
}: TrialGuard): Promise<Subject<DedupState, DedupInput, DedupAnswer>> {
  const { id: site_id } = (await asMaster('POST /api/v1/sites', { json: { name: unique() } })).body;
  const place = { site_id, dedup_key: unique() };
  const json = { ...place, type: 'fire', severity: 'high', message: 'x' };
  const ids: string[] = [];

  async function resolveByKey(): Promise<DedupAnswer | undefined> {
    const event = { ...place, action: 'resolve', id: unique() };
    const { status, body } = await asMaster('POST /api/v1/reports', { json: { events: [event] } });
    if (status >= 500) return undefined;
    const [result] = body.results;
    if (result.status >= 500) return undefined;
    return { ...shown(result.status, result.alert), replayed: result.replayed };
  }

  return {
    model: dedupModel,
    choose(dice) {
      const id = ids.length > 0 ? dice.pick(ids.slice(-2)) : undefined;
      if (id === undefined || dice.chance(0.4)) return { do: 'raise' };
      if (hasFaults) return { do: dice.pick(['read', 'acknowledge']), id };
      if (dice.chance(0.15)) return { do: 'resolve by key' };
      return { do: dice.pick(['read', 'read', 'read', 'acknowledge', 'resolve', 'reopen']), id };
    },
    async send(input) {
      if (input.do === 'resolve by key') return resolveByKey();
      const answer = await (input.do === 'raise'
        ? asMaster('POST /api/v1/alerts', { json })
        : input.do === 'read'
          ? asMaster(`GET /api/v1/alerts/${input.id}`)
          : asMaster(
              `POST /api/v1/alerts/${input.id}/${input.do}`,
              input.do === 'reopen' ? { json: { note: unique() } } : {},
            ));
      return known(answer, ({ status, body }) => {
        if (status === 201) ids.push(body.id);
        return shown(status, status < 300 ? body : undefined);
      });
    },
    // Two more reports each open an alert, though at most one can be open.
    corrupt: (history) =>
      [1, 2].reduce(
        (longer, place) =>
          followedBy(
            longer,
            { do: 'raise' },
            { code: 201, id: `new ${place}`, status: 'active', occurrences: 1 },
          ),
        history,
      ),
  };
}

function shown(
  code: number,
  alert: { id: string; status: string; occurrences: number } | undefined,
): DedupAnswer {
  return { code, id: alert?.id, status: alert?.status, occurrences: alert?.occurrences };
}

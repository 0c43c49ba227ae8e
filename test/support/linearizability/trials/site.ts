import { followedBy } from '../history.ts';
import { type SiteAnswer, type SiteInput, type SiteState, siteModel } from '../models/site.ts';
import { known, type Subject, type TrialGuard } from '../trial.ts';

/** Clients rename a site, with If-Match and without, read it, and once in a while delete it. */
export async function siteTrial({
  asMaster,
  unique,
}: TrialGuard): Promise<Subject<SiteState, SiteInput, SiteAnswer>> {
  const first = unique();
  const { id } = (await asMaster('POST /api/v1/sites', { json: { name: first } })).body;
  const etags: string[] = [];
  const path = `/api/v1/sites/${id}`;
  return {
    model: siteModel(first),
    choose(dice) {
      if (dice.chance(0.4)) return { do: 'read' };
      if (dice.chance(0.03)) return { do: 'delete' };
      const ifMatch = etags.length > 0 && dice.chance(0.5) ? dice.pick(etags.slice(-2)) : undefined;
      return { do: 'rename', name: unique(), ifMatch };
    },
    async send(input) {
      const answer = await (input.do === 'read'
        ? asMaster(`GET ${path}`)
        : input.do === 'delete'
          ? asMaster(`DELETE ${path}`)
          : asMaster(`PATCH ${path}`, {
              json: { name: input.name },
              headers: input.ifMatch ? { 'If-Match': input.ifMatch } : {},
            }));
      return known(answer, ({ status, body, headers }) => {
        if (status !== 200) return { status };
        const etag = headers.get('etag') ?? '';
        etags.push(etag);
        return { status, name: body.name, etag };
      });
    },
    // What was read at first is read again after others have changed it.
    corrupt: (history) => followedBy(history, { do: 'read' }, { status: 200, name: first, etag: '"stale"' }),
  };
}

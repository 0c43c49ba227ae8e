import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChannelKind, GuardClient } from '../../../client/index.ts';
import { Panel } from '../../parts/page-layout.tsx';
import type { Values } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { texts } from './notifications-texts.ts';
import type { RuleParts } from './recipients.ts';
import { isReached, recipientName, usersIn } from './recipients.ts';
import { kindsText } from './rule-fields.ts';

/** The maximum number of people to check. Each is a request: more would come near the limit of a minute. */
const MOST = 40;

interface ReachProps {
  readonly guard: GuardClient;
  readonly parts: RuleParts;
  /** The values of the form. */
  readonly values: Values;
}

/** Shows whether a rule can reach the people that it names. */
export function Reach({ guard, parts, values }: ReachProps) {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly ChannelKind[] | undefined>>(new Map());
  const asked = useRef(new Set<string>());
  const listOf = (name: string) => [values[name] ?? []].flat().map(String);
  const all = usersIn(listOf('recipients'), parts);
  const ids = all.slice(0, MOST);
  useEffect(() => {
    for (const id of ids.filter((it) => !asked.current.has(it))) {
      asked.current.add(id);
      guard.channels
        .getUser(id)
        .then(({ kinds }) => kinds)
        .catch(() => undefined)
        .then((kinds) => setKnown((before) => new Map(before).set(id, kinds)));
    }
  }, [ids.join()]);
  if (ids.length === 0) return null;
  const channels = listOf('channels');
  return (
    <Panel title={texts.reach}>
      <p class="muted">{texts.reachText}</p>
      <ul>
        {ids.map((id) => {
          const kinds = known.get(id);
          const isBad = kinds !== undefined && !isReached(kinds, channels, parts.off);
          return (
            <li key={id}>
              <span class={kinds === undefined ? 'mark mark-off' : isBad ? 'mark mark-bad' : 'mark'}>
                {recipientName(`user ${id}`, parts)}
                {isBad && `. ${texts.unreachable}`}
              </span>{' '}
              <span class="muted">
                ({kinds ? kindsText(kinds) || common.none : known.has(id) ? texts.unknown : common.reading})
              </span>
            </li>
          );
        })}
      </ul>
      {all.length > MOST && <p class="muted">{texts.reachMore}</p>}
    </Panel>
  );
}

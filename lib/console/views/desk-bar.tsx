import { BellRing } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { useConsole } from '../hooks/use-console.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { GROUPINGS, type Grouping } from '../state/alert-groups.ts';
import { isParked } from '../state/alerts.ts';
import { countUnopened, type LookedAt } from '../state/ringing.ts';
import { NO_FILTER } from '../state/screen.ts';
import { chooseAll, NOTHING_SELECTED, type Selection } from '../state/selection.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import type { DeskProps } from './desk-props.ts';
import { SelectBox } from './select-box.tsx';
import { useAfterDesk } from './use-after-desk.ts';

interface DeskBarProps extends DeskProps {
  readonly listed: readonly Alert[];
  readonly lookedAt: LookedAt;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly mayAct: boolean;
  readonly grouping: Grouping;
  readonly onGroup: (grouping: Grouping) => void;
  /** The number of alerts that ring. */
  readonly ringing: number;
  readonly onNextRinging: () => void;
}

/** The actions on several alerts, the way to the next one that rings, and the search. It stays visible. */
export function DeskBar(props: DeskBarProps) {
  const { screen, change } = useConsole();
  const { actions, alerts, listed, lookedAt, selection, onSelect, mayAct, areShortcutsOn, turnShortcuts } =
    props;
  const search = useRef<HTMLInputElement>(null);
  const [isHelping, setHelping] = useState(false);
  const afterDesk = useAfterDesk(isHelping);
  useShortcuts(areShortcutsOn, { search: () => search.current?.focus(), help: () => setHelping(true) });
  // No action affects alerts that the filters hide.
  const selected = listed.filter(({ id }) => selection.ids.has(id));
  const active = selected.filter(({ status }) => status === 'active');
  const parked = alerts.filter(isParked).length;
  const clear = () => onSelect(NOTHING_SELECTED);
  return (
    <div class="desk-bar">
      {mayAct && (
        <>
          <SelectBox
            class="select-all"
            areAll={listed.length > 0 && selected.length === listed.length}
            areSome={selected.length > 0}
            onPress={() =>
              onSelect(
                chooseAll(
                  selection,
                  listed.map(({ id }) => id),
                ),
              )
            }
          >
            <span class="how-many">
              {selected.length === 0 ? desk.bar.all(listed.length) : desk.bar.selected(selected.length)}
            </span>
          </SelectBox>
          <ActionButton
            isHeld={actions.isHeld}
            isOff={active.length === 0}
            onPress={async () => {
              if (active.length > 1)
                actions.ask(active, clear, 'acknowledge', countUnopened(active, lookedAt));
              else if (await actions.acknowledge(active)) clear();
            }}
          >
            {desk.actions.acknowledge}
            <span class="unseen">{desk.bar.theSelected}</span>
          </ActionButton>
          <ActionButton
            isHeld={actions.isHeld}
            isOff={selected.length === 0}
            onPress={() => actions.ask(selected, clear, 'resolve', countUnopened(selected, lookedAt))}
          >
            {desk.actions.resolve}
            <span class="unseen">{desk.bar.theSelected}</span>
          </ActionButton>
        </>
      )}
      {(parked > 0 || screen.status === 'parked') && (
        <button
          type="button"
          class="parked-count"
          aria-pressed={screen.status === 'parked'}
          onClick={() => change(screen.status === 'parked' ? NO_FILTER : { ...NO_FILTER, status: 'parked' })}
        >
          {desk.list.parkedCount(parked)}
        </button>
      )}
      <ActionButton class="next-ringing" isOff={props.ringing === 0} onPress={props.onNextRinging}>
        <BellRing aria-hidden="true" />
        <span class="next-text">{desk.list.nextRinging(props.ringing)}</span>
        <span class="next-count" aria-hidden="true">
          {props.ringing}
        </span>
      </ActionButton>
      <input
        ref={search}
        type="search"
        aria-label={common.search}
        placeholder={common.search}
        value={screen.search ?? ''}
        onInput={({ currentTarget: { value } }) => change({ search: value || undefined }, 'in place')}
      />
      <select
        aria-label={desk.list.groupBy}
        value={props.grouping}
        onChange={({ currentTarget: { value } }) =>
          props.onGroup(GROUPINGS.find((it) => it === value) ?? 'none')
        }
      >
        {GROUPINGS.map((by) => (
          <option key={by} value={by}>
            {desk.list.groupings[by]}
          </option>
        ))}
      </select>
      {afterDesk && <afterDesk.ExportAlerts {...props} listed={props.isCapped ? undefined : listed} />}
      <button type="button" class="quiet keys" onClick={() => setHelping(true)}>
        {desk.bar.keys}
      </button>
      {isHelping && afterDesk && (
        <afterDesk.ShortcutsDialog
          areOn={areShortcutsOn}
          onTurn={turnShortcuts}
          onClose={() => setHelping(false)}
        />
      )}
    </div>
  );
}

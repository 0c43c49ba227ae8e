import { ChevronDown } from 'lucide-preact';
import { useEffect, useId, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Option } from '../state/fields.ts';
import { type Findable, foundEntries, isSameText } from '../state/found-entries.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';

/** More options than these are found by further letters only: a longer list would be slow, and no help. */
const MOST_SHOWN = 500;

interface ComboboxProps {
  readonly id?: string;
  /** Its name in a form, which refuses to send while the text names nothing in the list. */
  readonly name?: string;
  /** Its name for a screen reader, without a `<label>`. */
  readonly label?: string;
  readonly placeholder?: string | undefined;
  readonly options: readonly Option[];
  /** What is chosen. `undefined` in a control that adds each choice to a list of its own. */
  readonly value?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Whether the service decides about texts that are not in the list. */
  readonly isFree?: boolean | undefined;
  readonly required?: boolean;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
}

/**
 * Chooses from a long list by typing any words of a name: the combobox with list autocomplete of the ARIA Authoring Practices.
 * A text that names exactly one option chooses it when the person leaves the field. Any other text chooses nothing: a form
 * refuses it, and outside of forms the field shows again what is chosen. An emptied field of a form has no choice.
 */
export function Combobox({ label, options, value, onChange, isFree, ...attributes }: ComboboxProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  useEffect(() => setTyped(undefined), [value]);
  const entries = useMemo(
    () => options.map(({ value: id, label: text, about }) => ({ id, text, about })),
    [options],
  );
  const found = useMemo(
    () => (isOpen ? foundEntries(entries, typed ?? '', MOST_SHOWN) : []),
    [entries, typed, isOpen],
  );
  const chosen = entries.find((it) => it.id === value);
  const { name } = attributes;

  function close(chosenId?: string) {
    setOpen(false);
    setTyped(undefined);
    if (chosenId !== undefined && chosenId !== value) onChange(chosenId);
  }

  function open() {
    if (isOpen) return;
    setOpen(true);
    setPlace(typed === undefined ? options.findIndex((it) => it.value === value) : 0);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (step !== undefined && !isOpen) open();
    else if (step !== undefined) setPlace(placeAfter(place, step, found.length));
    else if (event.key === 'Enter' && isOpen) found[place] ? close(found[place].id) : isFree && leave();
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) close();
    else return;
    event.preventDefault(); // Enter chooses, and does not send the form; Escape closes the list, not the dialog around it
  }

  function leave() {
    setOpen(false);
    if (typed === undefined) return;
    const isAdding = value === undefined;
    if (typed.trim() === '') {
      const mayBeEmpty = !isAdding && (name !== undefined || entries.some((it) => it.id === ''));
      return close(mayBeEmpty ? '' : undefined);
    }
    // What is added would move what the person presses: it takes Enter, or a press on the option.
    const [first, ...others] = found;
    // A free text, such as the time zone IST, need not mean the only option that contains it.
    const isOnly = others.length === 0 && !isFree;
    const same = found.find(({ text }) => isSameText(text, typed)) ?? (isOnly ? first : undefined);
    if (same && !isAdding) close(same.id);
    else if (isFree) close(typed);
    else if (name === undefined) close();
  }

  const isLeft = typed !== undefined && !isOpen;
  return (
    <div class="combobox">
      <input
        {...attributes}
        // biome-ignore lint/a11y/noRedundantRoles: it has no `list`, which only the types of Preact ask for
        role="combobox"
        type="text"
        list={undefined}
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={found[place] && `${id}-${place}`}
        aria-invalid={attributes['aria-invalid'] === true || isLeft}
        data-unlisted={typed !== undefined && typed.trim() !== '' && !isFree}
        value={typed ?? chosen?.text ?? value ?? ''}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          setOpen(true);
          setPlace(text.trim() === '' ? -1 : 0);
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={open}
        onKeyDown={press}
        onBlur={leave}
      />
      <ChevronDown aria-hidden="true" />
      {isOpen && (
        <div class="combobox-list" ref={showWhole}>
          <FoundList id={id} found={found} place={place} onChoose={(entry) => close(entry.id)} />
          <p class="muted" role="status">
            {found.length === 0 && common.nothingFound}
            {found.length === MOST_SHOWN && common.typeMore}
          </p>
        </div>
      )}
    </div>
  );
}

/** Scrolls to a list that opens at the end of the screen. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

/** The place one step further in a list, around its ends. Before the first step no place is marked. */
const placeAfter = (place: number, step: number, count: number) =>
  count === 0 ? -1 : ((place < 0 && step < 0 ? 0 : place) + step + count) % count;

interface FoundListProps<T extends FoundEntry> {
  readonly id: string;
  readonly found: readonly T[];
  /** The place of the one that Enter chooses. */
  readonly place: number;
  readonly onChoose: (entry: T) => void;
}

interface FoundEntry extends Findable {
  readonly id: string;
  readonly about?: string | undefined;
}

/** What a text has found, below the field that keeps the focus and has the keys. */
export function FoundList<T extends FoundEntry>({ id, found, place, onChoose }: FoundListProps<T>) {
  useLayoutEffect(
    () => document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' }),
    [id, found, place],
  );
  return (
    <div
      id={`${id}-list`}
      class="found-list"
      role="listbox"
      aria-label={desk.palette.found}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as in the combobox pattern of ARIA
        <div
          key={entry.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === place}
          onClick={() => onChoose(entry)}
        >
          <span>{entry.text}</span>
          {entry.about !== undefined && <span class="muted">{entry.about}</span>}
        </div>
      ))}
    </div>
  );
}

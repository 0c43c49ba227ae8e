import type { Option } from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { Combobox } from './combobox.tsx';

interface ChosenListProps {
  readonly id?: string;
  /** The name of the field. */
  readonly name: string;
  /** What a person does in the field that adds one. */
  readonly label: string;
  readonly options: readonly Option[];
  readonly nameOf: (value: string) => string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Whether their order counts. Then each may be chosen several times. */
  readonly isOrdered?: boolean;
}

/** Several that were chosen by typing. */
export function ChosenList({ nameOf, chosen, onChange, isOrdered = false, ...adding }: ChosenListProps) {
  const without = (place: number) => chosen.filter((_, it) => it !== place);
  const movedUp = (place: number) => without(place).toSpliced(place - 1, 0, chosen[place] ?? '');
  const button = (text: string, value: string, changed: readonly string[]) => (
    <button type="button" class="quiet" onClick={() => onChange(changed)}>
      {text}
      <span class="unseen"> {nameOf(value)}</span>
    </button>
  );
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      <List class={isOrdered ? 'turns' : undefined}>
        {chosen.map((value, place) => (
          <li key={`${place} ${value}`}>
            <span>{nameOf(value)}</span>
            {isOrdered && place > 0 && button(common.moveUp, value, movedUp(place))}
            {button(common.remove, value, without(place))}
          </li>
        ))}
      </List>
      <Combobox
        {...adding}
        placeholder={adding.label}
        onChange={(added) => onChange(isOrdered ? [...chosen, added] : [...new Set([...chosen, added])])}
      />
    </>
  );
}

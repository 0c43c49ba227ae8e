import { Combobox } from '../../parts/combobox.tsx';
import type { Option, OrderedProps } from '../../state/fields.ts';
import { texts } from './on-call-texts.ts';

/** The control with which people are put into the order of their turns. A person may be in it several times. */
export const personOrder = (people: readonly Option[]) =>
  function PersonOrder({ id, chosen, onChange }: OrderedProps) {
    const nameOf = (userId: string) => people.find(({ value }) => value === userId)?.label ?? texts.deleted;
    const without = (place: number) => chosen.filter((_, it) => it !== place);
    const movedUp = (place: number) => without(place).toSpliced(place - 1, 0, chosen[place] ?? '');
    return (
      <>
        <ol class="turns">
          {chosen.map((userId, place) => (
            <li key={`${place} ${userId}`}>
              <span>{nameOf(userId)}</span>
              {place > 0 && (
                <button type="button" class="quiet" onClick={() => onChange(movedUp(place))}>
                  {texts.moveUp}
                  <span class="unseen"> {nameOf(userId)}</span>
                </button>
              )}
              <button type="button" class="quiet" onClick={() => onChange(without(place))}>
                {texts.remove}
                <span class="unseen"> {nameOf(userId)}</span>
              </button>
            </li>
          ))}
        </ol>
        <Combobox
          id={id}
          name="user_ids"
          label={texts.choose}
          placeholder={texts.choose}
          options={people}
          onChange={(added) => onChange([...chosen, added])}
        />
      </>
    );
  };

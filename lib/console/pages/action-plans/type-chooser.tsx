import { useId, useState } from 'preact/hooks';
import type { ListControlProps } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { typeLabel, typeNamed, typeNames } from '../../state/words.ts';
import { texts } from './plans-texts.ts';

/** The types that most plans and rules are about. The others are chosen by typing. */
const USUAL = ['panic', 'intrusion', 'fire', 'tamper', 'device-offline', 'low-battery'];

/** Types of alerts: the usual ones, others that Guard knows, and any others. */
export function TypeChooser({ texts: chosen, onChange }: ListControlProps) {
  const [other, setOther] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const types = [...new Set([...USUAL, ...chosen])];

  function add() {
    const type = typeNamed('alert', other);
    if (type === '') return setWrong(true);
    if (!chosen.includes(type)) onChange([...chosen, type]);
    setOther('');
  }

  return (
    <>
      <div class="checklist">
        {types.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              name="type"
              checked={chosen.includes(type)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, type] : chosen.filter((it) => it !== type))
              }
            />
            {typeLabel(type)}
          </label>
        ))}
      </div>
      <label for={id}>{texts.otherType}</label>
      <input
        id={id}
        name="other-type"
        autocomplete="off"
        maxLength={limits.ActionPlanInput.types.each.most}
        list={`${id}-list`}
        aria-invalid={isWrong}
        value={other}
        onInput={({ currentTarget: { value } }) => {
          setWrong(false);
          setOther(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // it adds the type, and does not save the plan
          add();
        }}
      />
      <datalist id={`${id}-list`}>
        {typeNames('alert').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isWrong && <span class="problem">{texts.wrongType}</span>}
      <div class="buttons">
        <button type="button" class="quiet" onClick={add}>
          {texts.add}
        </button>
      </div>
    </>
  );
}

import { useId, useState } from 'preact/hooks';
import type { ListControlProps } from '../../state/fields.ts';
import { typeLabel } from '../../state/words.ts';
import { texts } from './plans-texts.ts';

const KNOWN = ['panic', 'intrusion', 'fire', 'tamper', 'device-offline', 'low-battery'];
const TYPE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Types of alerts: those that Guard knows, and any others. */
export function TypeChooser({ texts: chosen, onChange }: ListControlProps) {
  const [other, setOther] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const types = [...new Set([...KNOWN, ...chosen])];

  function add() {
    const type = other.trim();
    if (!TYPE.test(type)) return setWrong(true);
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
        maxLength={64}
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
      {isWrong && <span class="problem">{texts.wrongType}</span>}
      <div class="buttons">
        <button type="button" class="quiet" onClick={add}>
          {texts.add}
        </button>
      </div>
    </>
  );
}

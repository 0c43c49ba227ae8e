import { useId, useState } from 'preact/hooks';
import type { ListControls } from '../../parts/form-field.tsx';
import type { ListControlProps } from '../../state/fields.ts';
import { texts as plans } from '../action-plans/plans-texts.ts';
import { TypeChooser } from '../action-plans/type-chooser.tsx';
import { texts as onCall } from '../on-call/on-call-texts.ts';
import { texts } from './notifications-texts.ts';
import { type Recipients, recipientName, recipientText } from './recipients.ts';

/** The controls of the lists of a rule. */
export const ruleControls = (all: Recipients): ListControls => ({
  types: TypeChooser,
  recipients: recipientChooser(all),
});

/** The control with which people and schedules are chosen. */
const recipientChooser = (all: Recipients) =>
  function RecipientChooser({ texts: chosen, onChange }: ListControlProps) {
    const [added, setAdded] = useState('');
    const id = useId();
    const nameOf = (text: string) => recipientName(text, all);
    function add() {
      if (added === '') return document.getElementById(id)?.focus();
      if (!chosen.includes(added)) onChange([...chosen, added]);
      setAdded('');
    }
    return (
      <>
        <ul>
          {chosen.map((text) => (
            <li key={text}>
              <span>{nameOf(text)}</span>
              <button
                type="button"
                class="quiet"
                onClick={() => onChange(chosen.filter((it) => it !== text))}
              >
                {onCall.remove}
                <span class="unseen"> {nameOf(text)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div class="list-bar">
          <select
            id={id}
            aria-label={texts.choose}
            value={added}
            onChange={({ currentTarget: { value } }) => setAdded(value)}
          >
            <option value="">{texts.choose}</option>
            <optgroup label={texts.schedules}>
              {all.schedules.map((it) => (
                <option key={it.id} value={recipientText({ schedule_id: it.id })}>
                  {it.name}
                </option>
              ))}
            </optgroup>
            <optgroup label={texts.people}>
              {all.users.map((it) => (
                <option key={it.id} value={recipientText({ user_id: it.id })}>
                  {`${it.name} (${it.email})`}
                </option>
              ))}
            </optgroup>
          </select>
          <button type="button" onClick={add}>
            {plans.add}
          </button>
        </div>
      </>
    );
  };

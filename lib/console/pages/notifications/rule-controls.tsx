import { Combobox } from '../../parts/combobox.tsx';
import type { ListControls } from '../../parts/form-field.tsx';
import type { ListControlProps, Option } from '../../state/fields.ts';
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
const recipientChooser = (all: Recipients) => {
  const options: readonly Option[] = [
    ...all.schedules.map(({ id, name }) => ({
      value: recipientText({ schedule_id: id }),
      label: name,
      about: texts.schedules,
    })),
    ...all.users.map(({ id, name, email }) => ({
      value: recipientText({ user_id: id }),
      label: `${name} (${email})`,
      about: onCall.person,
    })),
  ];
  return function RecipientChooser({ texts: chosen, onChange }: ListControlProps) {
    const nameOf = (text: string) => recipientName(text, all);
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
        <Combobox
          name="recipients"
          label={texts.choose}
          placeholder={texts.choose}
          options={options}
          onChange={(added) => onChange([...new Set([...chosen, added])])}
        />
      </>
    );
  };
};

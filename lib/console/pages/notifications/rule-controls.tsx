import { ChosenList } from '../../components/chosen-list.tsx';
import type { ListControls } from '../../components/form-field.tsx';
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
    return (
      <ChosenList
        name="recipients"
        label={texts.choose}
        options={options}
        nameOf={(text) => recipientName(text, all)}
        chosen={chosen}
        onChange={onChange}
      />
    );
  };
};

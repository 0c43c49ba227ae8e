import { ChosenList } from '../../components/chosen-list.tsx';
import type { Option, OrderedProps } from '../../state/fields.ts';
import { texts } from './on-call-texts.ts';

/** The control with which people are put into the order of their turns. A person may be in it several times. */
export const personOrder = (people: readonly Option[]) =>
  function PersonOrder(props: OrderedProps) {
    return (
      <ChosenList
        {...props}
        name="user_ids"
        label={texts.choose}
        options={people}
        nameOf={(userId) => people.find(({ value }) => value === userId)?.label ?? texts.deleted}
        isOrdered
      />
    );
  };

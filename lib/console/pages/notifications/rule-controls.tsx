import type { ListControls } from '../../parts/form-field.tsx';
import { TypeChooser } from '../action-plans/type-chooser.tsx';
import { recipientChooser } from './recipient-chooser.tsx';
import type { Recipients } from './recipients.ts';

/** The controls of the lists of a rule. */
export const ruleControls = (all: Recipients): ListControls => ({
  types: TypeChooser,
  recipients: recipientChooser(all),
});

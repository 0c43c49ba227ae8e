import { StepEditor } from './step-editor.tsx';
import { TypeChooser } from './type-chooser.tsx';

/** The controls of the lists of a plan. */
export const PLAN_CONTROLS = { types: TypeChooser, steps: StepEditor };

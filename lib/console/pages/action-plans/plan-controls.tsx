import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionPlanStepKind } from '../../../client/index.ts';
import type { ListControlProps } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { type EditedStep, NEW_STEP, readSteps, writeSteps } from '../../state/plan-steps.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { texts } from './plans-texts.ts';
import { TypeChooser } from './type-chooser.tsx';

/** The controls of the lists of a plan. */
export const PLAN_CONTROLS = { types: TypeChooser, steps: StepEditor };

/** The steps of a plan: add, change, move and remove them. */
function StepEditor({ texts: written, onChange }: ListControlProps) {
  const steps = readSteps(written);
  const list = useRef<HTMLOListElement>(null);
  /** The step that takes the focus once it is drawn. */
  const [focused, setFocused] = useState<number>();
  useEffect(() => {
    if (focused === undefined) return;
    list.current?.querySelectorAll<HTMLElement>('input[name="step-text"]')[focused]?.focus();
    setFocused(undefined);
  }, [focused]);
  const put = (next: readonly EditedStep[]) => onChange(writeSteps(next));
  const move = (place: number, to: number) => {
    const moved = steps[place];
    if (!moved || to < 0 || to >= steps.length) return;
    put(steps.toSpliced(place, 1).toSpliced(to, 0, moved));
    setFocused(to);
  };

  return (
    <>
      <ol class="step-editor" ref={list}>
        {steps.map((step, place) => {
          const change = (fields: Partial<EditedStep>) => put(steps.with(place, { ...step, ...fields }));
          const name = texts.step(place + 1);
          return (
            // A step has no other name than its place while it is new.
            <li key={step.key || `new-${place}`} aria-label={name}>
              <label>
                {name}: {texts.text}
                <input
                  name="step-text"
                  autocomplete="off"
                  value={step.text}
                  onInput={({ currentTarget: { value } }) => change({ text: value })}
                />
              </label>
              <div class="step-choices">
                <label>
                  {texts.kind}
                  <select
                    name="step-kind"
                    value={step.kind}
                    onChange={({ currentTarget: { value } }) => change({ kind: value as ActionPlanStepKind })}
                  >
                    {Object.entries(texts.kinds).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <label>
                  {texts.role}
                  <select
                    name="step-role"
                    value={step.contact_role ?? ''}
                    onChange={({ currentTarget: { value } }) => change({ contact_role: value || null })}
                  >
                    <option value="">{texts.noRole}</option>
                    {Object.entries(desk.siteSheet.roles).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <label class="check">
                  <input
                    type="checkbox"
                    name="step-required"
                    checked={step.required}
                    onChange={({ currentTarget: { checked } }) => change({ required: checked })}
                  />
                  {texts.required}
                </label>
              </div>
              <div class="buttons">
                <StepButton
                  label={common.moveUp}
                  about={name}
                  isOff={place === 0}
                  onPress={() => move(place, place - 1)}
                />
                <StepButton
                  label={texts.down}
                  about={name}
                  isOff={place === steps.length - 1}
                  onPress={() => move(place, place + 1)}
                />
                <StepButton
                  label={common.remove}
                  about={name}
                  isOff={steps.length === 1}
                  onPress={() => {
                    put(steps.toSpliced(place, 1));
                    setFocused(Math.min(place, steps.length - 2));
                  }}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <div class="buttons">
        <StepButton
          label={texts.addStep}
          isOff={steps.length >= limits.ActionPlanInput.steps.most}
          onPress={() => {
            put([...steps, NEW_STEP]);
            setFocused(steps.length);
          }}
        />
      </div>
    </>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly about?: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function StepButton({ label, about, isOff, onPress }: StepButtonProps) {
  return (
    <button type="button" class="quiet" aria-disabled={isOff} onClick={() => isOff || onPress()}>
      {label}
      {about && <span class="unseen"> {about}</span>}
    </button>
  );
}

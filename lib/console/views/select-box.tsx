import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface SelectBoxProps {
  readonly class: string;
  /** Its name, unless the children are. */
  readonly label?: string;
  readonly areAll: boolean;
  readonly areSome: boolean;
  readonly onPress: (isRange: boolean) => void;
  readonly children?: ComponentChildren;
}

/** The box that selects one alert or several. It says whether only some of several are selected. */
export function SelectBox({ label, areAll, areSome, onPress, children, ...props }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = areSome && !areAll;
  });
  return (
    <label {...props}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={areAll}
        onClick={(event) => onPress(event.shiftKey)}
      />
      {children}
    </label>
  );
}

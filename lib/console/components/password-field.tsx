import { useState } from 'preact/hooks';
import { common } from '../texts/common.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly 'aria-describedby'?: string;
}

const SHOWN = { type: 'text' } as const;
const HIDDEN = { type: 'password' } as const;

/** A password, which a person may see while they type it: on a telephone nobody types a long one blindly. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const field = { ...input, autocapitalize: 'none', spellcheck: false, required: true } as const;
  return (
    <>
      <label>
        {label}
        <input {...field} {...(isShown ? SHOWN : HIDDEN)} />
      </label>
      <button type="button" class="quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? common.hideIt : common.showIt}
      </button>
    </>
  );
}

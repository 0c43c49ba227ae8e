import { useRef, useState } from 'preact/hooks';
import { common } from '../texts/common.ts';

interface CopyProps {
  readonly label: string;
  readonly text: string;
  /** Called when a person has copied it, by the button or by hand. */
  readonly onCopied?: (() => void) | undefined;
}

/** A text to copy, such as a secret or a command, and the button that copies it. */
export function Copy({ label, text, onCopied }: CopyProps) {
  const [state, setState] = useState('');
  const shown = useRef<HTMLTextAreaElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState(common.copied);
      onCopied?.();
    } catch {
      shown.current?.select();
      setState(common.notCopied);
    }
  }
  return (
    <div class="copy">
      <textarea
        ref={shown}
        readOnly
        aria-label={label}
        rows={text.split('\n').length}
        value={text}
        onCopy={onCopied}
      />
      <button type="button" onClick={copy}>
        {common.copy}
        <span class="unseen"> {label}</span>
      </button>
      <span role="status">{state}</span>
    </div>
  );
}

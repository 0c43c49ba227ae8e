import { useRef, useState } from 'preact/hooks';
import { common } from '../texts/common.ts';

/** A text to copy, such as a secret or a command, and the button that copies it. */
export function Copy({ label, text }: { readonly label: string; readonly text: string }) {
  const [state, setState] = useState('');
  const shown = useRef<HTMLTextAreaElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState(common.copied);
    } catch {
      shown.current?.select();
      setState(common.notCopied);
    }
  }
  return (
    <div class="copy">
      <textarea ref={shown} readOnly aria-label={label} rows={text.split('\n').length} value={text} />
      <button type="button" onClick={copy}>
        {common.copy}
        <span class="unseen"> {label}</span>
      </button>
      <span role="status">{state}</span>
    </div>
  );
}

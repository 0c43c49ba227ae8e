import { Copy } from '../../components/copy.tsx';
import type { ListControls } from '../../components/form-field.tsx';
import type { ListControlProps } from '../../state/fields.ts';
import { generatePanelKey } from '../../state/panels.ts';
import { texts } from './panel-texts.ts';

/** The controls of the lists of a new panel. */
export const NEW_PANEL_CONTROLS: ListControls = { key: KeyControl, allowed_addresses: AddressesControl };

/** The controls of the lists of a panel. */
export const PANEL_CONTROLS: ListControls = { ...NEW_PANEL_CONTROLS, key: ShownKeyControl };

/** A key to type in, or a random one of this browser. */
function KeyControl({ texts: [key = ''], onChange }: ListControlProps) {
  const put = (text: string) => onChange(text === '' ? [] : [text]);
  const generate = () => put(generatePanelKey((count) => crypto.getRandomValues(new Uint8Array(count))));
  return (
    <>
      <input
        name="key"
        aria-label={texts.key}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        value={key}
        onInput={({ currentTarget: { value } }) => put(value.trim())}
      />
      <div class="buttons">
        <button type="button" onClick={generate}>
          {texts.generate}
        </button>
      </div>
    </>
  );
}

/** The same, with the key to copy: nothing else shows it after the form. */
function ShownKeyControl(props: ListControlProps) {
  const [key = ''] = props.texts;
  return (
    <>
      <KeyControl {...props} />
      {key !== '' && (
        <>
          <p class="hint">{texts.keyOnce}</p>
          <Copy label={texts.key} text={key} />
        </>
      )}
    </>
  );
}

function AddressesControl({ texts: lines, onChange }: ListControlProps) {
  return (
    <textarea
      name="allowed_addresses"
      aria-label={texts.addresses}
      rows={2}
      spellcheck={false}
      value={lines.join('\n')}
      onInput={({ currentTarget: { value } }) => onChange(value.trim() === '' ? [] : value.split('\n'))}
    />
  );
}

import { useId } from 'preact/hooks';
import type { Device, Zone } from '../../../client/index.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { Copy } from '../../parts/copy.tsx';
import type { ListControls } from '../../parts/form-field.tsx';
import { Rows } from '../../parts/rows.tsx';
import type { ListControlProps, Option } from '../../state/fields.ts';
import { generatePanelKey, NEW_USER, NEW_ZONE, readUser, readZone } from '../../state/panels.ts';
import { common } from '../../texts/common.ts';
import { texts } from './panel-texts.ts';

/** What a number of a panel can be at the site. */
export interface PanelPlaces {
  readonly zones: readonly Zone[];
  readonly devices: readonly Device[];
}

/** The controls of the lists of a new panel. */
export const NEW_PANEL_CONTROLS: ListControls = { key: KeyControl, allowed_addresses: AddressesControl };

/** The controls of the lists of a panel. */
export const panelControls = (places: PanelPlaces): ListControls => ({
  ...NEW_PANEL_CONTROLS,
  key: ShownKeyControl,
  zones: zonesControl(places),
  users: UsersControl,
});

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

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly onType: (value: string) => void;
}

const Typed = ({ label, value, isNumber, onType }: TypedProps) => (
  <label class={isNumber ? 'short' : undefined}>
    {label}
    <input
      autocomplete="off"
      inputMode={isNumber ? 'numeric' : undefined}
      maxLength={isNumber ? 4 : 60}
      value={value}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  </label>
);

interface PlaceProps {
  readonly places: readonly Option[];
  readonly chosen: string;
  readonly onChoose: (place: string) => void;
}

function Place({ places, chosen, onChoose }: PlaceProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{texts.place}</label>
      <Combobox id={id} name="zones" options={places} value={chosen} onChange={onChoose} />
    </div>
  );
}

const zonesControl = ({ zones, devices }: PanelPlaces) => {
  const places: readonly Option[] = [
    { value: '', label: texts.noPlace },
    ...zones.map(({ id, name }) => ({ value: `zone:${id}`, label: name, about: common.zone })),
    ...devices.map(({ id, name }) => ({ value: `device:${id}`, label: name, about: common.device })),
  ];
  return function ZonesControl(props: ListControlProps) {
    return (
      <Rows
        {...props}
        nameOf={texts.zoneRow}
        add={texts.addZone}
        empty={NEW_ZONE}
        row={(text, put) => {
          const zone = readZone(text);
          return (
            <>
              <Typed
                label={texts.number}
                value={zone.number}
                isNumber
                onType={(number) => put({ ...zone, number })}
              />
              <Typed
                label={texts.partition}
                value={zone.partition}
                isNumber
                onType={(partition) => put({ ...zone, partition })}
              />
              <Typed label={texts.zoneName} value={zone.name} onType={(name) => put({ ...zone, name })} />
              <Place places={places} chosen={zone.place} onChoose={(place) => put({ ...zone, place })} />
            </>
          );
        }}
      />
    );
  };
};

function UsersControl(props: ListControlProps) {
  return (
    <Rows
      {...props}
      nameOf={texts.userRow}
      add={texts.addUser}
      empty={NEW_USER}
      row={(text, put) => {
        const user = readUser(text);
        return (
          <>
            <Typed
              label={texts.number}
              value={user.number}
              isNumber
              onType={(number) => put({ ...user, number })}
            />
            <Typed label={texts.userName} value={user.name} onType={(name) => put({ ...user, name })} />
          </>
        );
      }}
    />
  );
}

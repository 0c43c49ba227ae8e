import { useState } from 'preact/hooks';
import type { InboundAddress, InboundMapping, InboundMessage } from '../../../client/index.ts';
import { Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { problemText } from '../../services/problem.ts';
import { typeNamed, typeNames } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import {
  type LeafRole,
  leavesOf,
  ROLES,
  roleOf,
  VERDICT_NAMES,
  type Verdict,
  verdictOf,
  withRole,
  withVerdict,
} from './inbound-leaves.ts';
import { texts } from './inbound-texts.ts';

interface MappingProps {
  readonly deviceId: string;
  readonly address: InboundAddress;
  /** The last message that arrived. */
  readonly message: InboundMessage | undefined;
  readonly onSaved: (address: InboundAddress) => void;
}

/** Says what the fields of the last message mean: a person chooses for each value what it is. */
export function InboundMappingForm({ deviceId, address, message, onSaved }: MappingProps) {
  const { guard } = useConsole();
  const [mapping, setMapping] = useState<InboundMapping>(address.mapping);
  const [state, setState] = useState<'busy' | 'saved'>();
  const [problem, setProblem] = useState('');
  if (address.format !== 'generic') return null;
  const change = (changed: InboundMapping) => {
    setMapping(changed);
    setState(undefined);
  };
  async function save() {
    if (state === 'busy') return;
    setState('busy');
    setProblem('');
    try {
      onSaved(await guard.inbound.update(deviceId, { mapping }));
      setState('saved');
    } catch (reason) {
      setProblem(problemText(reason));
      setState(undefined);
    }
  }
  const leaves = message ? leavesOf(message) : [];
  return (
    <Panel title={texts.mapping}>
      {!message && <p>{texts.noMessage}</p>}
      {message && leaves.length === 0 && <p>{texts.noFields}</p>}
      {leaves.length > 0 && <p>{texts.mappingAbout}</p>}
      {leaves.map(({ path, value }) => {
        const role = roleOf(mapping, path);
        return (
          <div class="field" key={path}>
            <label>
              <code>{path}</code>: {value}
              <select
                aria-label={texts.isWhat(path)}
                value={role ?? ''}
                onChange={({ currentTarget }) =>
                  change(
                    withRole(
                      mapping,
                      path,
                      ROLES.find((it: LeafRole) => it === currentTarget.value),
                    ),
                  )
                }
              >
                <option value="">{texts.nothing}</option>
                {ROLES.map((it) => (
                  <option key={it} value={it}>
                    {texts.roles[it]}
                  </option>
                ))}
              </select>
            </label>
            {role === 'state' && (
              <label>
                {texts.valueMeans(value)}
                <select
                  value={verdictOf(mapping, value) ?? ''}
                  onChange={({ currentTarget }) =>
                    change(
                      withVerdict(
                        mapping,
                        value,
                        VERDICT_NAMES.find((it: Verdict) => it === currentTarget.value),
                      ),
                    )
                  }
                >
                  <option value="">{texts.byItself}</option>
                  {VERDICT_NAMES.map((it) => (
                    <option key={it} value={it}>
                      {texts.verdicts[it]}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
        );
      })}
      {message && (
        <label class="field">
          {texts.type}
          <select
            value={mapping.type ?? ''}
            onChange={({ currentTarget }) => {
              const { type: _, ...others } = mapping;
              change(currentTarget.value === '' ? others : { ...others, type: currentTarget.value });
            }}
          >
            <option value="">{texts.byField}</option>
            {typeNames('alert', mapping.type === undefined ? [] : [mapping.type]).map((name) => (
              <option key={name} value={typeNamed('alert', name)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
      {message && (
        <div class="buttons">
          <button type="button" class="primary" aria-disabled={state === 'busy'} onClick={save}>
            {common.save}
          </button>
        </div>
      )}
      <p role="status">{state === 'saved' && texts.saved}</p>
    </Panel>
  );
}

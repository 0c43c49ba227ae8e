import { isPermitted } from '../../../../shared/base/access.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { downloadCsv } from '../../parts/download.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { problemText } from '../../services/problem.ts';
import { FILE_COLUMNS, type FileRow } from '../../state/device-file.ts';
import { ImportDone } from './import-done.tsx';
import { ImportProblems } from './import-problems.tsx';
import { texts } from './import-texts.ts';
import { useImport } from './use-import.ts';

const EXAMPLE: readonly FileRow['cells'][] = [
  {
    site: 'Harbour Warehouse',
    zone: 'Entrance',
    name: 'Front door',
    type: 'door-contact',
    serial: 'DC-1001',
    heartbeat_seconds: '300',
  },
  {
    site: 'Harbour Warehouse',
    zone: '',
    name: 'Panic button',
    type: 'panic-button',
    serial: 'PB-2041',
    heartbeat_seconds: '',
  },
];

/** Creates the devices of a CSV file. */
export function ImportPage(props: PageProps) {
  const { screen, change, user, now } = props;
  const { state, check, start, reset } = useImport(props);
  useUnsaved(state.is === 'importing');
  if (!isPermitted(user.role, 'devices:create')) return null;
  const { is } = state;
  const isWrong = is === 'checked' && state.plan.problems.length > 0;
  return (
    <PageLayout
      title={texts.title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          ← {texts.back}
        </ScreenLink>
      }
    >
      {(is === 'choosing' || is === 'checking') && (
        <Panel
          title={texts.file}
          actions={
            <button
              type="button"
              onClick={() =>
                downloadCsv(
                  'example',
                  FILE_COLUMNS.map((title) => ({ title, value: (row: FileRow['cells']) => row[title] })),
                  EXAMPLE,
                  now,
                )
              }
            >
              {texts.example}
            </button>
          }
        >
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label={texts.file}
            disabled={is === 'checking'}
            onChange={({ currentTarget: { files } }) => files?.[0] && check(files[0])}
          />
          <p class="problem" role="alert">
            {is === 'choosing' && state.error !== undefined && problemText(state.error)}
          </p>
          <p role="status">{is === 'checking' && texts.checking(state.read, state.sites)}</p>
          <p>{texts.about}</p>
          <dl class="facts">
            {FILE_COLUMNS.map((column) => (
              <div key={column}>
                <dt>
                  <code>{column}</code>
                </dt>
                <dd>{texts.columns[column]}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
      {isWrong && <ImportProblems problems={state.plan.problems} onAgain={reset} />}
      {is === 'checked' && !isWrong && (
        <Panel title={texts.summary(state.plan.devices.length, state.plan.sites)}>
          {state.plan.devices.length > state.plan.missing.length && (
            <p>{texts.existing(state.plan.devices.length - state.plan.missing.length)}</p>
          )}
          {state.plan.missing.length === 0 && <p>{texts.allExist}</p>}
          <div class="buttons">
            {state.plan.missing.length > 0 && (
              <button type="button" class="primary" onClick={start}>
                {texts.start(state.plan.missing.length)}
              </button>
            )}
            <button type="button" onClick={reset}>
              {texts.otherFile}
            </button>
          </div>
        </Panel>
      )}
      {is === 'importing' && (
        <Panel title={texts.running(state.done, state.plan.missing.length)}>
          <progress aria-label={texts.title} value={state.done} max={state.plan.missing.length} />
          {state.isPaused && (
            <>
              <p class="notice" role="alert">
                {state.error === undefined ? texts.busy : problemText(state.error)} {texts.paused}
              </p>
              <div class="buttons">
                <button type="button" class="primary" onClick={start}>
                  {texts.continue}
                </button>
              </div>
            </>
          )}
        </Panel>
      )}
      {is === 'done' && <ImportDone {...props} counts={state.counts} onAgain={reset} />}
    </PageLayout>
  );
}

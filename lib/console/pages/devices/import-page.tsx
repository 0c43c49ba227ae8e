import { isPermitted } from '../../../../shared/base/access.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { downloadCsv } from '../../parts/download.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { Table } from '../../parts/table.tsx';
import { problemText, resultErrorText } from '../../services/problem.ts';
import { FILE_COLUMNS, type FileProblem, type FileRow } from '../../state/device-file.ts';
import type { ImportCounts, Imported } from '../../state/device-import.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
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

const MOST = 100;

interface ImportProblemsProps {
  readonly problems: readonly FileProblem[];
  readonly onAgain: () => void;
}

/** The problems of a file, by row and column. */
function ImportProblems({ problems, onAgain }: ImportProblemsProps) {
  const rows = problems.slice(0, MOST).map((problem, id) => ({ id, ...problem }));
  return (
    <Panel
      title={texts.wrong(problems.length)}
      actions={
        <button type="button" onClick={onAgain}>
          {texts.otherFile}
        </button>
      }
    >
      <Table
        caption={texts.problem}
        rows={rows}
        columns={[
          { title: texts.row, cell: ({ row }) => formatNumber(row) },
          { title: texts.column, cell: ({ column }) => column && <code>{column}</code> },
          { title: texts.problem, cell: problemWords },
        ]}
      />
      {problems.length > MOST && <p>{texts.more(problems.length - MOST)}</p>}
    </Panel>
  );
}

function problemWords({ is, value = '' }: FileProblem): string {
  const words = texts[is];
  if (typeof words === 'string') return words;
  return words(typeof value === 'number' ? formatNumber(value) : value);
}

interface ImportDoneProps extends PageProps {
  readonly counts: ImportCounts;
  readonly onAgain: () => void;
}

/** Shows what became of the rows, and the failed rows to mend. */
function ImportDone({ counts, onAgain, screen, change, now }: ImportDoneProps) {
  const { created, existed, failed } = counts;
  return (
    <Panel
      title={texts.done}
      actions={
        <>
          <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: undefined }}>
            {texts.show}
          </ScreenLink>
          <button type="button" onClick={onAgain}>
            {texts.otherFile}
          </button>
        </>
      }
    >
      <p role="status">
        {texts.created(created)} {existed > 0 && texts.existed(existed)}{' '}
        {failed.length > 0 && texts.failed(failed.length)}
      </p>
      {failed.length > 0 && (
        <>
          <Table
            caption={texts.failed(failed.length)}
            rows={failed.slice(0, 100).map((it) => ({ id: it.row.number, ...it }))}
            columns={[
              { title: texts.row, cell: ({ row }) => formatNumber(row.number) },
              { title: common.name, cell: ({ device }) => device.name },
              { title: texts.reason, cell: reasonOf },
            ]}
          />
          <div class="buttons">
            <button
              type="button"
              onClick={() =>
                downloadCsv(
                  'failed-devices',
                  FILE_COLUMNS.map((title) => ({ title, value: ({ row }: Imported) => row.cells[title] })),
                  failed,
                  now,
                )
              }
            >
              {texts.saveFailed}
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

function reasonOf({ result: { error } }: Imported): string {
  return error ? resultErrorText(error) : '';
}

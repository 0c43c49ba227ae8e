import { isPermitted } from '../../../../shared/base/access.ts';
import { downloadCsv } from '../../components/download.ts';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Panel } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useUsualZone } from '../../hooks/use-tenant-zone.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { problemText, resultErrorText } from '../../services/problem.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import type { ImportCounts, Imported } from './import-batches.ts';
import type { Cells, FileProblem, FileRow } from './import-file.ts';
import type { ImportKind } from './import-kinds.ts';
import { columnText, texts } from './import-texts.ts';
import type { ImportPlan } from './plan-import.ts';
import { useImport } from './use-import.ts';

interface ImportPageProps extends PageProps {
  readonly kinds: readonly ImportKind[];
}

/** Creates the things of a CSV file. A page with several kinds has a tab for each. */
export function ImportPage({ kinds, ...props }: ImportPageProps) {
  const { screen, user } = useConsole();
  const { title } = props;
  const allowed = kinds.filter(({ needs }) => isPermitted(user.role, needs));
  const [first] = allowed;
  const kind = allowed.find(({ name }) => name === screen.tab) ?? first;
  const timeZone = useUsualZone();
  if (!kind) return null;
  return (
    <PageLayout
      title={texts.title(kind.name)}
      back={<ScreenLink to={{ itemId: undefined }}>← {title}</ScreenLink>}
    >
      {allowed.length > 1 && (
        <nav class="tabs" aria-label={texts.kinds}>
          {allowed.map(({ name }) => (
            <ScreenLink
              key={name}
              to={{ tab: name === first?.name ? undefined : name }}
              isCurrent={name === kind.name}
            >
              {texts.names[name]}
            </ScreenLink>
          ))}
        </nav>
      )}
      {/* Another kind is another import. */}
      {timeZone === undefined ? (
        <p class="empty">{common.reading}</p>
      ) : (
        <KindImport key={kind.name} {...props} kind={kind} timeZone={timeZone} />
      )}
    </PageLayout>
  );
}

interface KindProps extends PageProps {
  readonly kind: ImportKind;
  /** That of new sites. */
  readonly timeZone: string;
}

function KindImport(props: KindProps) {
  const { kind } = props;
  const { state, check, createPlaces, start, reset } = useImport(kind, props);
  useUnsaved(state.is === 'importing');
  switch (state.is) {
    case 'choosing':
    case 'checking':
      return (
        <ChooseFile
          {...props}
          check={check}
          error={state.is === 'choosing' ? state.error : undefined}
          checking={state.is === 'checking' ? texts.checking(state.read, state.sites) : undefined}
        />
      );
    case 'checked': {
      const { plan, error, isBusy = false } = state;
      const { sites, zones } = plan.absent;
      if (sites.length + zones.length > 0) {
        return (
          <AbsentPlaces
            plan={plan}
            timeZone={props.timeZone}
            error={error}
            isBusy={isBusy}
            onCreate={createPlaces}
            onAgain={reset}
          />
        );
      }
      if (plan.problems.length > 0) return <ImportProblems problems={plan.problems} onAgain={reset} />;
      return <Preview kind={kind} plan={plan} onStart={start} onAgain={reset} />;
    }
    case 'importing': {
      const all = state.plan.missing.length;
      return (
        <Panel title={texts.running(kind.name, state.done, all)}>
          <progress aria-label={texts.title(kind.name)} value={state.done} max={all} />
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
      );
    }
    default:
      return <ImportDone {...props} counts={state.counts} onAgain={reset} />;
  }
}

interface ChooseFileProps extends KindProps {
  readonly check: (file: File) => Promise<void>;
  readonly error: unknown;
  readonly checking: string | undefined;
}

const cellColumns = ({ shape }: ImportKind) =>
  shape.columns.map(({ name: title }) => ({ title, value: (cells: Cells) => cells[title] }));

/** The file, its columns, and an example of it. */
function ChooseFile({ kind, now, check, error, checking }: ChooseFileProps) {
  return (
    <Panel
      title={texts.file}
      actions={
        <button
          type="button"
          onClick={() => downloadCsv(`example-${kind.name}`, cellColumns(kind), kind.examples, now)}
        >
          {texts.example}
        </button>
      }
    >
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label={texts.file}
        disabled={checking !== undefined}
        onChange={({ currentTarget: { files } }) => files?.[0] && check(files[0])}
      />
      <p class="problem" role="alert">
        {error !== undefined && problemText(error)}
      </p>
      <p role="status">{checking}</p>
      <p>{texts.about[kind.name]}</p>
      <dl class="facts">
        {kind.shape.columns.map(({ name, isRequired, words = [] }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {columnText(kind.name, name, words)} {isRequired && texts.isRequired}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The number of rows that the page shows of a longer list. */
const MOST = 100;
const MOST_PREVIEWED = 20;

interface PreviewProps {
  readonly kind: ImportKind;
  readonly plan: ImportPlan;
  readonly onStart: () => void;
  readonly onAgain: () => void;
}

/** What will be created, before anything is. */
function Preview({ kind, plan: { rows, missing, sites }, onStart, onAgain }: PreviewProps) {
  const { columns } = kind.shape;
  const filled = columns.filter(({ name }) => missing.some(({ row }) => row.cells[name] !== ''));
  const shown = missing.slice(0, MOST_PREVIEWED).map(({ row }) => ({ id: row.number, ...row }));
  const existing = rows.length - missing.length;
  return (
    <Panel title={texts.summary(kind.name, rows.length, sites)}>
      {existing > 0 && <p>{texts.existing(kind.name, existing)}</p>}
      {missing.length === 0 && <p>{texts.allExist}</p>}
      {kind.name === 'people' && missing.length > 0 && <p>{texts.invites}</p>}
      <div class="buttons">
        {missing.length > 0 && (
          <button type="button" class="primary" onClick={onStart}>
            {texts.start(kind.name, missing.length)}
          </button>
        )}
        <button type="button" onClick={onAgain}>
          {texts.otherFile}
        </button>
      </div>
      {shown.length > 0 && (
        <Table
          caption={texts.title(kind.name)}
          rows={shown}
          columns={[
            ROW,
            ...filled.map(({ name }): Column<FileRow> => ({ title: name, cell: ({ cells }) => cells[name] })),
          ]}
        />
      )}
      {missing.length > MOST_PREVIEWED && <p>{texts.moreRows(missing.length - MOST_PREVIEWED)}</p>}
    </Panel>
  );
}

const ROW: Column<FileRow> = { title: texts.row, cell: ({ number }) => formatNumber(number) };

interface AbsentPlacesProps {
  readonly timeZone: string;
  readonly plan: ImportPlan;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCreate: () => void;
  readonly onAgain: () => void;
}

/** The places that a file names and that do not exist: a wrong name, or the next thing to create. */
function AbsentPlaces({ plan: { absent }, timeZone, error, isBusy, onCreate, onAgain }: AbsentPlacesProps) {
  const { sites, zones } = absent;
  const rows = [
    ...sites.map((name) => ({ id: JSON.stringify([name]), kind: texts.site, name })),
    ...zones.map(({ site, zone }) => ({
      id: JSON.stringify([site, zone]),
      kind: texts.zone,
      name: `${site}: ${zone}`,
    })),
  ];
  return (
    <Panel title={texts.absent(sites.length, zones.length)}>
      <p>{texts.absentText}</p>
      {sites.length > 0 && <p>{texts.absentZone(timeZone)}</p>}
      <p class="problem" role="alert">
        {error !== undefined && problemText(error)}
      </p>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={onCreate}>
          {texts.createPlaces(sites.length, zones.length)}
        </button>
        <button type="button" onClick={onAgain}>
          {texts.otherFile}
        </button>
      </div>
      <Table
        caption={texts.absent(sites.length, zones.length)}
        rows={rows.slice(0, MOST)}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.place, cell: ({ kind }) => kind },
        ]}
      />
      {rows.length > MOST && <p>{texts.moreRows(rows.length - MOST)}</p>}
    </Panel>
  );
}

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
  const words = texts.problems[is];
  if (typeof words === 'string') return words;
  return words(typeof value === 'number' ? formatNumber(value) : value);
}

interface ImportDoneProps extends KindProps {
  readonly counts: ImportCounts;
  readonly onAgain: () => void;
}

/** Shows what became of the rows, and the failed rows to mend. */
function ImportDone({ kind, counts, onAgain, now }: ImportDoneProps) {
  const { created, existed, failed } = counts;
  return (
    <Panel
      title={texts.done}
      actions={
        <>
          <ScreenLink class="button primary" to={{ itemId: undefined }}>
            {texts.show}
          </ScreenLink>
          <button type="button" onClick={onAgain}>
            {texts.otherFile}
          </button>
        </>
      }
    >
      <p role="status">
        {texts.created(kind.name, created)} {existed > 0 && texts.existed(kind.name, existed)}{' '}
        {failed.length > 0 && texts.failed(failed.length)}
      </p>
      {failed.length > 0 && (
        <>
          <Table
            caption={texts.failed(failed.length)}
            rows={failed.slice(0, MOST).map((it) => ({ id: it.row.number, ...it }))}
            columns={[
              { title: texts.row, cell: ({ row }) => formatNumber(row.number) },
              { title: texts.name, cell: ({ row }) => row.cells['name'] },
              { title: texts.reason, cell: reasonOf },
            ]}
          />
          <div class="buttons">
            <button
              type="button"
              onClick={() =>
                downloadCsv(
                  `failed-${kind.name}`,
                  cellColumns(kind),
                  failed.map(({ row }) => row.cells),
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

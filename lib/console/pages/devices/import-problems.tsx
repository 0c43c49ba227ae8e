import { Panel } from '../../parts/page-layout.tsx';
import { Table } from '../../parts/table.tsx';
import type { FileProblem } from '../../state/device-file.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './import-texts.ts';

const MOST = 100;

interface ImportProblemsProps {
  readonly problems: readonly FileProblem[];
  readonly onAgain: () => void;
}

/** The problems of a file, by row and column. */
export function ImportProblems({ problems, onAgain }: ImportProblemsProps) {
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

import { Download } from 'lucide-preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { CsvColumn } from '../../../shared/base/csv.ts';
import { Clock } from '../hooks/use-now.ts';
import { problemText } from '../services/problem.ts';
import { counted, formatNumber, inLanguages } from '../texts/language.ts';
import { downloadCsv } from './download.ts';

/** The maximum number of rows of a file. */
const MOST = 10_000;

const texts = inLanguages({
  en: {
    action: 'Export CSV',
    stop: 'Stop',
    reading: (rows: number) => `${counted(rows, 'row', 'rows')} read …`,
    done: (rows: number) => `${counted(rows, 'row', 'rows')} saved.`,
    cut: (most: string) => `The newest ${most} rows are saved. Narrow the filters for the others.`,
  },
  pt: {
    action: 'Exportar CSV',
    stop: 'Parar',
    reading: (rows) => `${counted(rows, 'linha lida', 'linhas lidas')} …`,
    done: (rows) => `${counted(rows, 'linha guardada', 'linhas guardadas')}.`,
    cut: (most) =>
      `Foram guardadas as ${most} linhas mais recentes. Restrinja os filtros para obter as outras.`,
  },
  es: {
    action: 'Exportar CSV',
    stop: 'Parar',
    reading: (rows) => `${counted(rows, 'fila leída', 'filas leídas')} …`,
    done: (rows) => `${counted(rows, 'fila guardada', 'filas guardadas')}.`,
    cut: (most) => `Se guardaron las ${most} filas más recientes. Acote los filtros para obtener las demás.`,
  },
  de: {
    action: 'CSV exportieren',
    stop: 'Anhalten',
    reading: (rows) => `${counted(rows, 'Zeile', 'Zeilen')} gelesen …`,
    done: (rows) => `${counted(rows, 'Zeile', 'Zeilen')} gespeichert.`,
    cut: (most) => `Die neuesten ${most} Zeilen sind gespeichert. Engen Sie die Filter für die übrigen ein.`,
  },
});

interface ExportButtonProps<T> {
  /** The name of the list in the name of the file. */
  readonly name: string;
  readonly columns: readonly CsvColumn<T>[];
  /** The pages of the list as filtered. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<readonly T[]>;
}

/** Reads a list to its end, and saves it as a CSV file. */
export function ExportButton<T>({ name, columns, pages }: ExportButtonProps<T>) {
  const clock = useContext(Clock);
  const [state, setState] = useState('');
  const [isBusy, setBusy] = useState(false);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);

  async function run() {
    if (isBusy) return ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    const rows: T[] = [];
    setBusy(true);
    setState(texts.reading(0));
    try {
      for await (const page of pages(signal)) {
        rows.push(...page);
        if (signal.aborted || rows.length > MOST) break;
        setState(texts.reading(rows.length));
      }
      if (!signal.aborted) {
        downloadCsv(name, columns, rows.slice(0, MOST), clock());
        setState(rows.length > MOST ? texts.cut(formatNumber(MOST)) : texts.done(rows.length));
      }
    } catch (error) {
      if (!signal.aborted) setState(problemText(error));
    }
    if (signal.aborted) setState('');
    setBusy(false);
  }

  return (
    <>
      <button type="button" class="quiet export" onClick={run}>
        <Download aria-hidden="true" />
        <span class="export-text">{isBusy ? texts.stop : texts.action}</span>
      </button>
      <span class="muted" role="status">
        {state}
      </span>
    </>
  );
}

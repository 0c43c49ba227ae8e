/**
 * The parts that most pages share. The build makes every page import this file, so that one file contains them all: a file
 * for each set of pages would mean more requests, and compress worse.
 */
import '../hooks/use-item.ts';
import '../hooks/use-list.ts';
import '../hooks/use-unsaved.ts';
import '../parts/audit-link.tsx';
import '../parts/confirm.tsx';
import '../parts/copy.tsx';
import '../parts/edit-form.tsx';
import '../parts/export-button.tsx';
import '../parts/form.tsx';
import '../parts/list-view.tsx';
import '../parts/page-layout.tsx';
import '../parts/table.tsx';
import '../parts/warnings.tsx';
import '../services/page-problems.ts';
import '../state/notified.ts';
import '../texts/notified-texts.ts';
import '../texts/step-texts.ts';

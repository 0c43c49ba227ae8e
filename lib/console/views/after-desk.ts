/** The components that the desk loads after itself, in one file: all of them are there before the first alert needs them. */

export { ReachCard } from '../pages/account/reach-card.tsx';
export { AlertHistory } from './alert-history.tsx';
export { AlertNotified } from './alert-notified.tsx';
export { AlertPicturesView } from './alert-pictures.tsx';
export { AlertPlanView } from './alert-plan.tsx';
export { ExportAlerts } from './export-alerts.tsx';
export { ExtendDeadline } from './extend-deadline.tsx';
export { Palette } from './palette.tsx';
export { ParkForm } from './park-form.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';

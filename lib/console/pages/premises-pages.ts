/** The pages that an installer uses, in one file: several files would be larger together. */
export { DevicesPage } from './devices/devices-page.tsx';
export { SitesPage } from './sites/sites-page.tsx';

/** The pages that an installer uses, in one file: several files would be larger together, and so would the other order. */
export { SitesPage } from './sites/sites-page.tsx';

export { DevicesPage } from './devices/devices-page.tsx';

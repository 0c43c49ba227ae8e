/** The pages that an installer goes through: one file, which is smaller than one for each. */
export { DevicesPage } from './devices/devices-page.tsx';
export { SitesPage } from './sites/sites-page.tsx';

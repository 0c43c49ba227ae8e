// biome-ignore-all assist/source/organizeImports: texts compress better in this order
/** The pages that an installer uses, in one file: several files would be larger together. */
export { SitesPage } from './sites/sites-page.tsx';
export { DevicesPage } from './devices/devices-page.tsx';

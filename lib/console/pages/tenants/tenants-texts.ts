import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: { title: 'Tenants', none: 'There are no tenants yet.', inactive: 'inactive', choose: 'Open a tenant' },
  pt: {
    title: 'Organizações',
    none: 'Ainda não há organizações.',
    inactive: 'inativa',
    choose: 'Abrir uma organização',
  },
  es: {
    title: 'Organizaciones',
    none: 'Aún no hay organizaciones.',
    inactive: 'inactiva',
    choose: 'Abrir una organización',
  },
  de: {
    title: 'Mandanten',
    none: 'Es gibt noch keine Mandanten.',
    inactive: 'inaktiv',
    choose: 'Mandanten öffnen',
  },
});

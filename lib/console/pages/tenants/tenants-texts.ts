import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    none: 'There are no tenants yet. Create the first one with its master, who sets up everything else.',
    create: 'Create a tenant',
    open: 'Open',
    statuses: { active: 'Active', inactive: 'Inactive' },
    statusHint: 'Nobody can sign in to an inactive tenant, and its keys are rejected.',
    masterName: 'Name of its master',
    masterEmail: 'E-mail of its master',
    masterPassword: 'Password of its master',
    passwordHint: 'At least 12 characters. Hand it over safely; the master can change it.',
    invitationHint: 'Guard sends them a link by which they set their own password.',
    masterFailed: (name: string) =>
      `The tenant “${name}” exists, but its master may be missing. Look at its people, and add the master there.`,
    people: 'Open its people',
    details: 'Details',
    deleteTitle: (name: string) => `Delete the tenant “${name}”?`,
    deleteText: 'A tenant can be deleted when it has no people, sites, keys, webhooks or alerts any more.',
  },
  pt: {
    none: 'Ainda não há organizações. Crie a primeira com o seu responsável, que configura tudo o resto.',
    create: 'Criar uma organização',
    open: 'Abrir',
    statuses: { active: 'Ativa', inactive: 'Inativa' },
    statusHint: 'Ninguém consegue iniciar sessão numa organização inativa, e as suas chaves são rejeitadas.',
    masterName: 'Nome do responsável',
    masterEmail: 'E-mail do responsável',
    masterPassword: 'Palavra-passe do responsável',
    passwordHint: 'Pelo menos 12 caracteres. Entregue-a por um meio seguro; o responsável pode alterá-la.',
    invitationHint: 'O Guard envia-lhe uma ligação para definir a própria palavra-passe.',
    masterFailed: (name) =>
      `A organização “${name}” existe, mas o responsável pode faltar. Consulte as pessoas e adicione-o aí.`,
    people: 'Abrir as pessoas',
    details: 'Dados',
    deleteTitle: (name) => `Eliminar a organização “${name}”?`,
    deleteText: 'Só é possível eliminar uma organização sem pessoas, locais, chaves, webhooks nem alertas.',
  },
  es: {
    none: 'Aún no hay organizaciones. Cree la primera con su responsable, que configura todo lo demás.',
    create: 'Crear una organización',
    open: 'Abrir',
    statuses: { active: 'Activa', inactive: 'Inactiva' },
    statusHint: 'Nadie puede iniciar sesión en una organización inactiva, y sus claves se rechazan.',
    masterName: 'Nombre del responsable',
    masterEmail: 'Correo del responsable',
    masterPassword: 'Contraseña del responsable',
    passwordHint: 'Al menos 12 caracteres. Entréguela por un medio seguro; el responsable puede cambiarla.',
    invitationHint: 'Guard le envía un enlace con el que establece su propia contraseña.',
    masterFailed: (name) =>
      `La organización «${name}» existe, pero puede faltar su responsable. Consulte sus personas y añádalo allí.`,
    people: 'Abrir sus personas',
    details: 'Datos',
    deleteTitle: (name) => `¿Eliminar la organización «${name}»?`,
    deleteText: 'Solo se puede eliminar una organización sin personas, sitios, claves, webhooks ni alertas.',
  },
  de: {
    none: 'Es gibt noch keine Mandanten. Legen Sie den ersten mit seinem Hauptverwalter an, der alles Weitere einrichtet.',
    create: 'Mandanten anlegen',
    open: 'Öffnen',
    statuses: { active: 'Aktiv', inactive: 'Inaktiv' },
    statusHint:
      'Bei einem inaktiven Mandanten kann sich niemand anmelden, und seine Schlüssel werden abgelehnt.',
    masterName: 'Name des Hauptverwalters',
    masterEmail: 'E-Mail des Hauptverwalters',
    masterPassword: 'Passwort des Hauptverwalters',
    passwordHint:
      'Mindestens 12 Zeichen. Übergeben Sie es auf sicherem Weg; der Hauptverwalter kann es ändern.',
    invitationHint: 'Guard sendet ihm einen Link, mit dem er sein Passwort selbst festlegt.',
    masterFailed: (name) =>
      `Den Mandanten „${name}“ gibt es, sein Hauptverwalter fehlt aber vielleicht. Sehen Sie bei den Personen nach und legen Sie ihn dort an.`,
    people: 'Personen öffnen',
    details: 'Angaben',
    deleteTitle: (name) => `Den Mandanten „${name}“ löschen?`,
    deleteText:
      'Ein Mandant lässt sich löschen, wenn er keine Personen, Objekte, Schlüssel, Webhooks und Alarme mehr hat.',
  },
});

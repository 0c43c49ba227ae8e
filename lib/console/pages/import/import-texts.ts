import { common } from '../../texts/common.ts';
import { counted, inLanguages } from '../../texts/language.ts';
import type { ImportKind } from './import-kinds.ts';

type Kind = ImportKind['name'];

/** One of a kind, and several. */
const THINGS = inLanguages({
  en: {
    devices: ['device', 'devices'],
    sites: ['site', 'sites'],
    zones: ['zone', 'zones'],
    contacts: ['contact', 'contacts'],
    people: ['person', 'people'],
  },
  pt: {
    devices: ['dispositivo', 'dispositivos'],
    sites: ['local', 'locais'],
    zones: ['zona', 'zonas'],
    contacts: ['contacto', 'contactos'],
    people: ['pessoa', 'pessoas'],
  },
  es: {
    devices: ['dispositivo', 'dispositivos'],
    sites: ['sitio', 'sitios'],
    zones: ['zona', 'zonas'],
    contacts: ['contacto', 'contactos'],
    people: ['persona', 'personas'],
  },
  de: {
    devices: ['Gerät', 'Geräte'],
    sites: ['Objekt', 'Objekte'],
    zones: ['Bereich', 'Bereiche'],
    contacts: ['Kontakt', 'Kontakte'],
    people: ['Person', 'Personen'],
  },
});

const things = (kind: Kind, count: number) => counted(count, THINGS[kind][0], THINGS[kind][1]);
/** `2 sites and 3 zones`; nothing of which there is none. */
const places = (sites: number, zones: number, and: string) =>
  [sites > 0 && things('sites', sites), zones > 0 && things('zones', zones)].filter(Boolean).join(` ${and} `);

const shared = inLanguages({
  en: {
    title: (kind: Kind) => `Import ${THINGS[kind][1]}`,
    kinds: 'What to import',
    names: { devices: 'Devices', sites: 'Sites', zones: 'Zones', contacts: 'Contacts', people: 'People' },
    file: 'CSV file',
    about: {
      devices: 'One row for each device, below a row with these columns in any order:',
      sites: 'One row for each site, below a row with these columns in any order:',
      zones: 'One row for each zone, below a row with these columns in any order:',
      contacts: 'One row for each contact, below a row with these columns in any order:',
      people: 'One row for each person, below a row with these columns in any order:',
    },
    isRequired: 'Required.',
    example: 'Download an example',
    checking: (sites: number, all: number) =>
      all === 0 ? 'Checking …' : `Checking: ${sites} of ${counted(all, 'site', 'sites')} read …`,
    wrong: (problems: number) =>
      `${counted(problems, 'problem', 'problems')} in this file. Nothing has been imported.`,
    more: (problems: number) => `And ${counted(problems, 'more problem', 'more problems')}.`,
    moreRows: (rows: number) => `And ${counted(rows, 'more', 'more')}.`,
    otherFile: 'Choose another file',
    row: 'Row',
    column: 'Column',
    problem: 'Problem',
    site: 'Site',
    zone: 'Zone',
    place: 'Place',
    problems: {
      quotes: 'The quotation marks do not match.',
      empty: 'The file has nothing below its first row.',
      tooManyRows: (most: string) => `The file has more than ${most} rows. Split it.`,
      missingColumn: 'This column is missing.',
      unknownColumn: 'No such column is known.',
      repeatedColumn: 'The file has this column twice.',
      tooManyCells: 'The row has more cells than the first row.',
      required: 'A value is required.',
      tooLong: 'This text is too long.',
      unknown: (name: string) => `There is no “${name}”.`,
      ambiguous: (name: string) => `Several are called “${name}”. Rename all but one.`,
      wrongType: 'A type has letters from a to z, at most 64.',
      wrongHeartbeat: 'A whole number from 30 to 90000, or nothing.',
      wrongTimeZone: 'A time zone such as Europe/Berlin, or nothing.',
      wrongPhone: 'A number such as +49 40 123456, or a short one such as 112.',
      wrongEmail: 'This is no e-mail address.',
      wrongRole: (role: string) => `There is no role “${role}” that you may give.`,
      repeated: (row: string) => `Row ${row} has it already.`,
    },
    summary: (kind: Kind, count: number, sites: number) =>
      sites === 0
        ? `${things(kind, count)}.`
        : `${things(kind, count)} at ${counted(sites, 'site', 'sites')}.`,
    existing: (kind: Kind, count: number) =>
      `${things(kind, count)} ${count === 1 ? 'exists' : 'exist'} already and will not be changed.`,
    allExist: 'All of them exist already: there is nothing to do.',
    invites: 'Each of them is sent an invitation by mail.',
    start: (kind: Kind, count: number) => `Create ${things(kind, count)}`,
    absent: (sites: number, zones: number) => `${places(sites, zones, 'and')} of this file do not exist yet`,
    absentText:
      'Is a name wrong? Then mend the file. Otherwise create them now, and the file is checked again.',
    absentZone: (zone: string) => `New sites get the time zone ${zone}.`,
    createPlaces: (sites: number, zones: number) => `Create ${places(sites, zones, 'and')}`,
    running: (kind: Kind, done: number, all: number) => `${done} of ${things(kind, all)} …`,
    paused: 'The import was interrupted. Continuing creates nothing twice.',
    busy: 'The service is busy.',
    continue: 'Continue',
    done: 'Import finished',
    created: (kind: Kind, count: number) => `${things(kind, count)} created.`,
    existed: (kind: Kind, count: number) => `${things(kind, count)} existed already.`,
    failed: (rows: number) => `${counted(rows, 'row', 'rows')} failed.`,
    saveFailed: 'Download the failed rows',
    reason: 'Reason',
    show: 'Show the list',
  },
  pt: {
    title: (kind) => `Importar ${THINGS[kind][1]}`,
    kinds: 'O que importar',
    names: {
      devices: 'Dispositivos',
      sites: 'Locais',
      zones: 'Zonas',
      contacts: 'Contactos',
      people: 'Pessoas',
    },
    file: 'Ficheiro CSV',
    about: {
      devices: 'Uma linha por dispositivo, abaixo de uma linha com estas colunas, por qualquer ordem:',
      sites: 'Uma linha por local, abaixo de uma linha com estas colunas, por qualquer ordem:',
      zones: 'Uma linha por zona, abaixo de uma linha com estas colunas, por qualquer ordem:',
      contacts: 'Uma linha por contacto, abaixo de uma linha com estas colunas, por qualquer ordem:',
      people: 'Uma linha por pessoa, abaixo de uma linha com estas colunas, por qualquer ordem:',
    },
    isRequired: 'Obrigatório.',
    example: 'Descarregar um exemplo',
    checking: (sites, all) =>
      all === 0
        ? 'A verificar …'
        : `A verificar: ${sites} de ${counted(all, 'local lido', 'locais lidos')} …`,
    wrong: (problems) => `${counted(problems, 'problema', 'problemas')} neste ficheiro. Nada foi importado.`,
    more: (problems) => `E ${counted(problems, 'outro problema', 'outros problemas')}.`,
    moreRows: (rows) => `E mais ${counted(rows, 'entrada', 'entradas')}.`,
    otherFile: 'Escolher outro ficheiro',
    row: 'Linha',
    column: 'Coluna',
    problem: 'Problema',
    site: 'Local',
    zone: 'Zona',
    place: 'Tipo de lugar',
    problems: {
      quotes: 'As aspas não correspondem.',
      empty: 'O ficheiro não tem nada abaixo da primeira linha.',
      tooManyRows: (most) => `O ficheiro tem mais de ${most} linhas. Divida-o.`,
      missingColumn: 'Falta esta coluna.',
      unknownColumn: 'Esta coluna não é conhecida.',
      repeatedColumn: 'O ficheiro tem esta coluna duas vezes.',
      tooManyCells: 'A linha tem mais células do que a primeira linha.',
      required: 'É necessário um valor.',
      tooLong: 'Este texto é demasiado longo.',
      unknown: (name) => `Não existe “${name}”.`,
      ambiguous: (name) => `Há vários com o nome “${name}”. Mude o nome de todos menos um.`,
      wrongType: 'Um tipo tem letras de a a z, no máximo 64.',
      wrongHeartbeat: 'Um número inteiro de 30 a 90000, ou nada.',
      wrongTimeZone: 'Um fuso horário como Europe/Lisbon, ou nada.',
      wrongPhone: 'Um número como +351 21 123 4567, ou um curto como 112.',
      wrongEmail: 'Isto não é um endereço de e-mail.',
      wrongRole: (role) => `Não existe uma função “${role}” que possa atribuir.`,
      repeated: (row) => `A linha ${row} já o tem.`,
    },
    summary: (kind, count, sites) =>
      sites === 0
        ? `${things(kind, count)}.`
        : `${things(kind, count)} em ${counted(sites, 'local', 'locais')}.`,
    existing: (kind, count) =>
      `${things(kind, count)} já ${count === 1 ? 'existe e não muda' : 'existem e não mudam'}.`,
    allExist: 'Já existe tudo: não há nada a fazer.',
    invites: 'Cada pessoa recebe um convite por e-mail.',
    start: (kind, count) => `Criar ${things(kind, count)}`,
    absent: (sites, zones) => `${places(sites, zones, 'e')} deste ficheiro ainda não existem`,
    absentText:
      'Algum nome está errado? Então corrija o ficheiro. Senão, crie-os agora e o ficheiro é verificado outra vez.',
    absentZone: (zone) => `Os locais novos ficam com o fuso horário ${zone}.`,
    createPlaces: (sites, zones) => `Criar ${places(sites, zones, 'e')}`,
    running: (kind, done, all) => `${done} de ${things(kind, all)} …`,
    paused: 'A importação foi interrompida. Ao continuar, nada é criado duas vezes.',
    busy: 'O serviço está ocupado.',
    continue: 'Continuar',
    done: 'Importação concluída',
    created: (kind, count) => `${count === 1 ? 'Criou-se' : 'Criaram-se'} ${things(kind, count)}.`,
    existed: (kind, count) => `${things(kind, count)} já ${count === 1 ? 'existia' : 'existiam'}.`,
    failed: (rows) => `${counted(rows, 'linha falhou', 'linhas falharam')}.`,
    saveFailed: 'Descarregar as linhas que falharam',
    reason: 'Motivo',
    show: 'Mostrar a lista',
  },
  es: {
    title: (kind) => `Importar ${THINGS[kind][1]}`,
    kinds: 'Qué importar',
    names: {
      devices: 'Dispositivos',
      sites: 'Sitios',
      zones: 'Zonas',
      contacts: 'Contactos',
      people: 'Personas',
    },
    file: 'Archivo CSV',
    about: {
      devices: 'Una fila por dispositivo, debajo de una fila con estas columnas en cualquier orden:',
      sites: 'Una fila por sitio, debajo de una fila con estas columnas en cualquier orden:',
      zones: 'Una fila por zona, debajo de una fila con estas columnas en cualquier orden:',
      contacts: 'Una fila por contacto, debajo de una fila con estas columnas en cualquier orden:',
      people: 'Una fila por persona, debajo de una fila con estas columnas en cualquier orden:',
    },
    isRequired: 'Obligatorio.',
    example: 'Descargar un ejemplo',
    checking: (sites, all) =>
      all === 0
        ? 'Comprobando …'
        : `Comprobando: ${sites} de ${counted(all, 'sitio leído', 'sitios leídos')} …`,
    wrong: (problems) =>
      `${counted(problems, 'problema', 'problemas')} en este archivo. No se ha importado nada.`,
    more: (problems) => `Y ${counted(problems, 'problema más', 'problemas más')}.`,
    moreRows: (rows) => `Y ${counted(rows, 'entrada más', 'entradas más')}.`,
    otherFile: 'Elegir otro archivo',
    row: 'Fila',
    column: 'Columna',
    problem: 'Problema',
    site: 'Sitio',
    zone: 'Zona',
    place: 'Tipo de lugar',
    problems: {
      quotes: 'Las comillas no cuadran.',
      empty: 'El archivo no tiene nada debajo de la primera fila.',
      tooManyRows: (most) => `El archivo tiene más de ${most} filas. Divídalo.`,
      missingColumn: 'Falta esta columna.',
      unknownColumn: 'Esta columna no se conoce.',
      repeatedColumn: 'El archivo tiene esta columna dos veces.',
      tooManyCells: 'La fila tiene más celdas que la primera.',
      required: 'Se necesita un valor.',
      tooLong: 'Este texto es demasiado largo.',
      unknown: (name) => `No existe “${name}”.`,
      ambiguous: (name) => `Hay varios con el nombre “${name}”. Cambie el nombre de todos menos uno.`,
      wrongType: 'Un tipo tiene letras de la a a la z, como máximo 64.',
      wrongHeartbeat: 'Un número entero de 30 a 90000, o nada.',
      wrongTimeZone: 'Una zona horaria como Europe/Madrid, o nada.',
      wrongPhone: 'Un número como +34 91 123 4567, o uno corto como 112.',
      wrongEmail: 'Esto no es una dirección de correo.',
      wrongRole: (role) => `No existe ningún rol “${role}” que pueda asignar.`,
      repeated: (row) => `La fila ${row} ya lo tiene.`,
    },
    summary: (kind, count, sites) =>
      sites === 0
        ? `${things(kind, count)}.`
        : `${things(kind, count)} en ${counted(sites, 'sitio', 'sitios')}.`,
    existing: (kind, count) =>
      `${things(kind, count)} ya ${count === 1 ? 'existe y no cambia' : 'existen y no cambian'}.`,
    allExist: 'Todo existe ya: no hay nada que hacer.',
    invites: 'Cada persona recibe una invitación por correo.',
    start: (kind, count) => `Crear ${things(kind, count)}`,
    absent: (sites, zones) => `${places(sites, zones, 'y')} de este archivo aún no existen`,
    absentText:
      '¿Hay un nombre mal escrito? Entonces corrija el archivo. Si no, créelos ahora y el archivo se comprueba otra vez.',
    absentZone: (zone) => `Los sitios nuevos reciben la zona horaria ${zone}.`,
    createPlaces: (sites, zones) => `Crear ${places(sites, zones, 'y')}`,
    running: (kind, done, all) => `${done} de ${things(kind, all)} …`,
    paused: 'La importación se ha interrumpido. Al continuar, nada se crea dos veces.',
    busy: 'El servicio está ocupado.',
    continue: 'Continuar',
    done: 'Importación terminada',
    created: (kind, count) => `${count === 1 ? 'Se creó' : 'Se crearon'} ${things(kind, count)}.`,
    existed: (kind, count) => `${things(kind, count)} ya ${count === 1 ? 'existía' : 'existían'}.`,
    failed: (rows) => `${counted(rows, 'fila ha fallado', 'filas han fallado')}.`,
    saveFailed: 'Descargar las filas fallidas',
    reason: 'Motivo',
    show: 'Mostrar la lista',
  },
  de: {
    title: (kind) => `${THINGS[kind][1]} importieren`,
    kinds: 'Was importiert wird',
    names: {
      devices: 'Geräte',
      sites: 'Objekte',
      zones: 'Bereiche',
      contacts: 'Kontakte',
      people: 'Personen',
    },
    file: 'CSV-Datei',
    about: {
      devices: 'Eine Zeile je Gerät, unter einer Zeile mit diesen Spalten in beliebiger Reihenfolge:',
      sites: 'Eine Zeile je Objekt, unter einer Zeile mit diesen Spalten in beliebiger Reihenfolge:',
      zones: 'Eine Zeile je Bereich, unter einer Zeile mit diesen Spalten in beliebiger Reihenfolge:',
      contacts: 'Eine Zeile je Kontakt, unter einer Zeile mit diesen Spalten in beliebiger Reihenfolge:',
      people: 'Eine Zeile je Person, unter einer Zeile mit diesen Spalten in beliebiger Reihenfolge:',
    },
    isRequired: 'Erforderlich.',
    example: 'Beispiel herunterladen',
    checking: (sites, all) =>
      all === 0
        ? 'Wird geprüft …'
        : `Wird geprüft: ${sites} von ${counted(all, 'Objekt', 'Objekten')} gelesen …`,
    wrong: (problems) =>
      `${counted(problems, 'Fehler', 'Fehler')} in dieser Datei. Es wurde nichts importiert.`,
    more: (problems) => `Und ${counted(problems, 'weiterer Fehler', 'weitere Fehler')}.`,
    moreRows: (rows) => `Und ${counted(rows, 'weiterer Eintrag', 'weitere Einträge')}.`,
    otherFile: 'Andere Datei wählen',
    row: 'Zeile',
    column: 'Spalte',
    problem: 'Fehler',
    site: 'Objekt',
    zone: 'Bereich',
    place: 'Art',
    problems: {
      quotes: 'Die Anführungszeichen passen nicht zusammen.',
      empty: 'Die Datei hat nichts unter ihrer ersten Zeile.',
      tooManyRows: (most) => `Die Datei hat mehr als ${most} Zeilen. Teilen Sie sie auf.`,
      missingColumn: 'Diese Spalte fehlt.',
      unknownColumn: 'Eine solche Spalte ist nicht bekannt.',
      repeatedColumn: 'Die Datei hat diese Spalte zweimal.',
      tooManyCells: 'Die Zeile hat mehr Zellen als die erste Zeile.',
      required: 'Ein Wert ist erforderlich.',
      tooLong: 'Dieser Text ist zu lang.',
      unknown: (name) => `„${name}“ gibt es nicht.`,
      ambiguous: (name) => `Mehrere heißen „${name}“. Benennen Sie alle bis auf einen Eintrag um.`,
      wrongType: 'Ein Typ hat Buchstaben von a bis z, höchstens 64.',
      wrongHeartbeat: 'Eine ganze Zahl von 30 bis 90000, oder nichts.',
      wrongTimeZone: 'Eine Zeitzone wie Europe/Berlin, oder nichts.',
      wrongPhone: 'Eine Nummer wie +49 40 123456, oder eine kurze wie 112.',
      wrongEmail: 'Das ist keine E-Mail-Adresse.',
      wrongRole: (role) => `Es gibt keine Rolle „${role}“, die Sie vergeben dürfen.`,
      repeated: (row) => `Zeile ${row} hat das schon.`,
    },
    summary: (kind, count, sites) =>
      sites === 0
        ? `${things(kind, count)}.`
        : `${things(kind, count)} an ${counted(sites, 'Objekt', 'Objekten')}.`,
    existing: (kind, count) => `Schon vorhanden, bleibt unverändert: ${things(kind, count)}.`,
    allExist: 'Es gibt alles schon: Es ist nichts zu tun.',
    invites: 'Jeder erhält eine Einladung per E-Mail.',
    start: (kind, count) => `${things(kind, count)} anlegen`,
    absent: (sites, zones) => `Noch nicht vorhanden: ${places(sites, zones, 'und')} dieser Datei`,
    absentText:
      'Ist ein Name falsch? Dann verbessern Sie die Datei. Sonst legen Sie jetzt alles an; danach wird die Datei noch einmal geprüft.',
    absentZone: (zone) => `Neue Objekte erhalten die Zeitzone ${zone}.`,
    createPlaces: (sites, zones) => `${places(sites, zones, 'und')} anlegen`,
    running: (kind, done, all) => `${done} von ${things(kind, all)} …`,
    paused: 'Der Import wurde unterbrochen. Beim Fortsetzen wird nichts doppelt angelegt.',
    busy: 'Der Dienst ist ausgelastet.',
    continue: 'Fortsetzen',
    done: 'Import abgeschlossen',
    created: (kind, count) => `${things(kind, count)} angelegt.`,
    existed: (kind, count) => `Schon vorhanden: ${things(kind, count)}.`,
    failed: (rows) => `${counted(rows, 'Zeile', 'Zeilen')} fehlgeschlagen.`,
    saveFailed: 'Fehlgeschlagene Zeilen herunterladen',
    reason: 'Grund',
    show: 'Liste anzeigen',
  },
});

export const texts = { ...shared, name: common.name };

const COLUMNS = inLanguages({
  en: {
    site: 'The name of the site, as it is written here.',
    name: 'The name.',
    email: 'The e-mail address.',
    devices: {
      zone: 'The name of a zone of the site, or nothing.',
      type: 'Such as Door contact or door-contact; others are possible.',
      serial: 'The serial number. If the serial exists already, no device is created.',
      heartbeat_seconds: 'Raises an alert if the device is not heard for so long: 30 to 90000, or nothing.',
    },
    sites: {
      address: 'The postal address, or nothing.',
      timezone: 'Such as Europe/Berlin. Without one, the time zone of this computer.',
      instructions: 'What a person does when an alert is raised there, or nothing.',
    },
    contacts: {
      role: (roles: string) => `One of: ${roles}. Without one, keyholder.`,
      phone: 'With the code of the country, such as +49 40 123456.',
      note: 'Such as when to call, or nothing.',
    },
    people: {
      role: (roles: string) => `One of: ${roles}.`,
      sites: 'For operators and viewers: the names of their sites, divided by |.',
    },
  },
  pt: {
    site: 'O nome do local, tal como está escrito aqui.',
    name: 'O nome.',
    email: 'O endereço de e-mail.',
    devices: {
      zone: 'O nome de uma zona do local, ou nada.',
      type: 'Por exemplo Contacto de porta ou door-contact; outros são possíveis.',
      serial: 'O número de série. Um dispositivo cujo número já existe não é criado de novo.',
      heartbeat_seconds: 'Cria um alerta se não houver sinal durante este tempo: 30 a 90000, ou nada.',
    },
    sites: {
      address: 'O endereço postal, ou nada.',
      timezone: 'Por exemplo Europe/Lisbon. Sem valor, o fuso horário deste computador.',
      instructions: 'O que uma pessoa faz quando ali surge um alerta, ou nada.',
    },
    contacts: {
      role: (roles) => `Um destes valores: ${roles}. Sem valor, keyholder.`,
      phone: 'Com o indicativo do país, por exemplo +351 21 123 4567.',
      note: 'Por exemplo quando ligar, ou nada.',
    },
    people: {
      role: (roles) => `Um destes valores: ${roles}.`,
      sites: 'Para operadores e observadores: os nomes dos seus locais, separados por |.',
    },
  },
  es: {
    site: 'El nombre del sitio, tal como está escrito aquí.',
    name: 'El nombre.',
    email: 'La dirección de correo.',
    devices: {
      zone: 'El nombre de una zona del sitio, o nada.',
      type: 'Por ejemplo Contacto de puerta o door-contact; otros son posibles.',
      serial: 'El número de serie. Un dispositivo cuyo número ya existe no se crea de nuevo.',
      heartbeat_seconds: 'Genera una alerta si no hay señal durante este tiempo: de 30 a 90000, o nada.',
    },
    sites: {
      address: 'La dirección postal, o nada.',
      timezone: 'Por ejemplo Europe/Madrid. Sin valor, la zona horaria de este equipo.',
      instructions: 'Qué hace una persona cuando allí surge una alerta, o nada.',
    },
    contacts: {
      role: (roles) => `Uno de estos valores: ${roles}. Sin valor, keyholder.`,
      phone: 'Con el prefijo del país, por ejemplo +34 91 123 4567.',
      note: 'Por ejemplo cuándo llamar, o nada.',
    },
    people: {
      role: (roles) => `Uno de estos valores: ${roles}.`,
      sites: 'Para operadores y observadores: los nombres de sus sitios, separados por |.',
    },
  },
  de: {
    site: 'Der Name des Objekts, wie er hier geschrieben ist.',
    name: 'Der Name.',
    email: 'Die E-Mail-Adresse.',
    devices: {
      zone: 'Der Name eines Bereichs des Objekts, oder nichts.',
      type: 'Zum Beispiel Türkontakt oder door-contact; andere sind möglich.',
      serial: 'Die Seriennummer. Gibt es sie schon, wird das Gerät nicht noch einmal angelegt.',
      heartbeat_seconds:
        'Löst einen Alarm aus, wenn das Gerät so lange nicht gehört wird: 30 bis 90000, oder nichts.',
    },
    sites: {
      address: 'Die Postanschrift, oder nichts.',
      timezone: 'Zum Beispiel Europe/Berlin. Ohne Angabe die Zeitzone dieses Rechners.',
      instructions: 'Was jemand tut, wenn dort ein Alarm ausgelöst wird, oder nichts.',
    },
    contacts: {
      role: (roles) => `Eines von: ${roles}. Ohne Angabe keyholder.`,
      phone: 'Mit der Vorwahl des Landes, zum Beispiel +49 40 123456.',
      note: 'Zum Beispiel, wann man anruft, oder nichts.',
    },
    people: {
      role: (roles) => `Eines von: ${roles}.`,
      sites: 'Bei Bedienern und Beobachtern: die Namen ihrer Objekte, getrennt durch |.',
    },
  },
});

/** What a column contains. `roles` are the words that its column `role` may contain. */
export function columnText(kind: Kind, column: string, roles: readonly string[]): string {
  const { site, name, email, ...own } = COLUMNS;
  const words = (
    { site, name, email, ...(kind === 'zones' ? {} : own[kind]) } as Readonly<
      Record<string, string | ((roles: string) => string)>
    >
  )[column];
  return typeof words === 'function' ? words(roles.join(', ')) : (words ?? '');
}

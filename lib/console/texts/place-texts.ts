import { counted, inLanguages } from './language.ts';

/** The words for the state of a site or device. */
export const placeTexts = inLanguages({
  en: {
    silent: 'Silent',
    never_heard: 'Never heard',
    fine: 'Fine',
    nothingOpen: 'No open alerts',
    alerts: (count: number) => counted(count, 'open alert', 'open alerts'),
    silentDevices: (count: number) => counted(count, 'device silent', 'devices silent'),
    neverHeard: (count: number) => counted(count, 'device never heard', 'devices never heard'),
    onTestUntil: (time: string) => `on test until ${time}`,
  },
  pt: {
    silent: 'Em silêncio',
    never_heard: 'Nunca comunicou',
    fine: 'Tudo bem',
    nothingOpen: 'Sem alertas em aberto',
    alerts: (count) => counted(count, 'alerta em aberto', 'alertas em aberto'),
    silentDevices: (count) => counted(count, 'dispositivo em silêncio', 'dispositivos em silêncio'),
    neverHeard: (count) => counted(count, 'dispositivo nunca comunicou', 'dispositivos nunca comunicaram'),
    onTestUntil: (time) => `em teste até às ${time}`,
  },
  es: {
    silent: 'En silencio',
    never_heard: 'Nunca ha informado',
    fine: 'Bien',
    nothingOpen: 'Sin alertas abiertas',
    alerts: (count) => counted(count, 'alerta abierta', 'alertas abiertas'),
    silentDevices: (count) => counted(count, 'dispositivo en silencio', 'dispositivos en silencio'),
    neverHeard: (count) =>
      counted(count, 'dispositivo nunca ha informado', 'dispositivos nunca han informado'),
    onTestUntil: (time) => `en prueba hasta las ${time}`,
  },
  de: {
    silent: 'Ohne Signal',
    never_heard: 'Nie gemeldet',
    fine: 'In Ordnung',
    nothingOpen: 'Keine offenen Alarme',
    alerts: (count) => counted(count, 'offener Alarm', 'offene Alarme'),
    silentDevices: (count) => counted(count, 'Gerät ohne Signal', 'Geräte ohne Signal'),
    neverHeard: (count) => counted(count, 'Gerät nie gemeldet', 'Geräte nie gemeldet'),
    onTestUntil: (time) => `im Test bis ${time}`,
  },
});

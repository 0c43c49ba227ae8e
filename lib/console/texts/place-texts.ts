import { counted, inLanguages } from './language.ts';

/** The words for the state of a site or device. */
export const placeTexts = inLanguages({
  en: {
    silent: 'Silent',
    never_heard: 'Never heard',
    fine: 'Fine',
    alerts: (count: number) => counted(count, 'open alert', 'open alerts'),
    silentDevices: (count: number) => counted(count, 'device silent', 'devices silent'),
    neverHeard: (count: number) => counted(count, 'device never heard', 'devices never heard'),
    onTestUntil: (time: string) => `on test until ${time}`,
  },
  pt: {
    silent: 'Em silêncio',
    never_heard: 'Nunca ouvido',
    fine: 'Tudo bem',
    alerts: (count) => counted(count, 'alerta aberto', 'alertas abertos'),
    silentDevices: (count) => counted(count, 'dispositivo em silêncio', 'dispositivos em silêncio'),
    neverHeard: (count) => counted(count, 'dispositivo nunca ouvido', 'dispositivos nunca ouvidos'),
    onTestUntil: (time) => `em teste até às ${time}`,
  },
  es: {
    silent: 'En silencio',
    never_heard: 'Nunca oído',
    fine: 'Bien',
    alerts: (count) => counted(count, 'alerta abierta', 'alertas abiertas'),
    silentDevices: (count) => counted(count, 'dispositivo en silencio', 'dispositivos en silencio'),
    neverHeard: (count) => counted(count, 'dispositivo nunca oído', 'dispositivos nunca oídos'),
    onTestUntil: (time) => `en prueba hasta las ${time}`,
  },
  de: {
    silent: 'Stumm',
    never_heard: 'Nie gehört',
    fine: 'In Ordnung',
    alerts: (count) => counted(count, 'offener Alarm', 'offene Alarme'),
    silentDevices: (count) => counted(count, 'Gerät stumm', 'Geräte stumm'),
    neverHeard: (count) => counted(count, 'Gerät nie gehört', 'Geräte nie gehört'),
    onTestUntil: (time) => `im Test bis ${time}`,
  },
});

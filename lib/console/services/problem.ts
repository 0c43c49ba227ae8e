import { GuardError, type ResultError } from '../../client/index.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { formatNumber } from '../texts/language.ts';

/** The longest first: a longer one says more. */
const RULES = Object.entries(common.rules).sort(([one], [other]) => other.length - one.length);

const names: Readonly<Record<string, string>> = {
  name: common.name,
  type: common.type,
  site_id: common.site,
  zone_id: common.zone,
  device_id: common.device,
  note: desk.actions.note,
  email: desk.signIn.email,
  password: desk.signIn.password,
};

const messages: Readonly<Record<string, string>> = common.problems;

/** The message for a failed call. */
export function problemText(error: unknown): string {
  if (!(error instanceof GuardError)) return common.pageFailed;
  if (error.code === 'too_many_requests' && error.retryAfterSeconds !== undefined) {
    return common.tryAgainIn(error.retryAfterSeconds);
  }
  return resultErrorText(error);
}

/** The message for one failed part of a request. */
export function resultErrorText({ code, errors }: Pick<ResultError | GuardError, 'code' | 'errors'>): string {
  // Its errors are for the dialog that asks whether to resolve nevertheless.
  const fields = code === 'plan_incomplete' ? [] : Object.entries(errors ?? {});
  if (fields.length > 0)
    return fields.flatMap(([path, texts]) => texts.map((it) => ruleText(it, path))).join(' ');
  return Object.hasOwn(messages, code) ? (messages[code] ?? code) : common.otherProblem(code);
}

/**
 * The service's text about a field in the language of this page. The service words each rule in English. A text that is not
 * known is not shown. Away from the field, its `path` adds a name, if people know one.
 */
export function ruleText(text: string, path = ''): string {
  const numbers: string[] = [];
  const rule = text
    .replace(/^The (.+? (field|header)|request body|device|event) (?=must |is |has |needs |can)/s, '')
    .replace(/\d+(?:,\d{3})*/g, (number) => {
      numbers.push(formatNumber(Number(number.replaceAll(',', ''))));
      return '#';
    });
  const [known] = RULES.filter(([beginning]) => rule.startsWith(beginning));
  const said = known ? known[1].replaceAll('#', () => numbers.shift() ?? '') : common.otherRule;
  const name = path.split('.').findLast((it) => Object.hasOwn(names, it));
  return name === undefined ? said : `${names[name]}: ${said}`;
}

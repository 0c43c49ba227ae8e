/**
 * Whether a composite alarm is on: its rule asks for alarms that are, by name, with AND, OR, NOT and parentheses (AWS,
 * "Creating a composite alarm").
 */
export function evaluateRule(rule: string, isInAlarm: (alarm: string) => boolean): boolean {
  const tokens = rule.match(/ALARM\("?[^")]+"?\)|AND|OR|NOT|TRUE|FALSE|[()]/g) ?? [];
  if (tokens.join('') !== rule.replaceAll(/\s/g, '')) throw new Error(`Cannot read ${rule}`);
  let place = 0;

  function either(): boolean {
    let result = all();
    while (tokens[place] === 'OR') {
      place += 1;
      const other = all();
      result = result || other;
    }
    return result;
  }

  function all(): boolean {
    let result = one();
    while (tokens[place] === 'AND') {
      place += 1;
      const other = one();
      result = result && other;
    }
    return result;
  }

  function one(): boolean {
    const token = tokens[place++] ?? '';
    if (token === 'NOT') return !one();
    if (token === 'TRUE' || token === 'FALSE') return token === 'TRUE';
    if (token === '(') {
      const result = either();
      place += 1;
      return result;
    }
    const [, name] = /^ALARM\("?([^")]+)"?\)$/.exec(token) ?? [];
    if (name === undefined) throw new Error(`${token} is no condition`);
    return isInAlarm(name);
  }

  const result = either();
  if (place < tokens.length) throw new Error(`${tokens[place]} is too much in ${rule}`);
  return result;
}

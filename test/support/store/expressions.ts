import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';

/** What an expression's placeholders stand for in one write. */
export interface Parts {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Condition = (row: Row | undefined, parts: Parts) => boolean;
type Operand = (row: Row, parts: Parts) => unknown;
/** Changes a copy by the row as it was before. */
type Change = (after: Row, row: Row, parts: Parts) => void;

const attributeOf = (name: string, { names }: Parts): string => {
  if (!name.startsWith('#')) return name;
  const attribute = names[name];
  if (attribute === undefined) throw new Error(`no name ${name}`);
  return attribute;
};

const givenValue = (name: string, { values }: Parts): unknown => {
  if (!(name in values)) throw new Error(`no value ${name}`);
  return values[name];
};

const compares: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '=': (one, other) => one === other || (typeof one === 'object' && isDeepStrictEqual(one, other)),
  '<': (one, other) => Number(one) < Number(other),
  '>': (one, other) => Number(one) > Number(other),
  '<=': (one, other) => Number(one) <= Number(other),
  '>=': (one, other) => Number(one) >= Number(other),
};

const readTerm = (term: string): Condition => {
  const [, call, argument = ''] = /^(attribute_exists|attribute_not_exists)\((#?\w+)\)$/.exec(term) ?? [];
  if (call !== undefined) {
    const wanted = call === 'attribute_exists';
    return (row, parts) => (row?.[attributeOf(argument, parts)] !== undefined) === wanted;
  }
  const [, text = '', part = ''] = /^contains\((#?\w+), (:\w+)\)$/.exec(term) ?? [];
  if (text !== '') {
    return (row, parts) => {
      const stored = row?.[attributeOf(text, parts)];
      return typeof stored === 'string' && stored.includes(String(givenValue(part, parts)));
    };
  }
  const [, name = '', operator = '', value = ''] = /^(#?\w+) (<=|>=|=|<|>) (:\w+)$/.exec(term) ?? [];
  const compare = compares[operator];
  if (compare === undefined) throw new Error(`the condition is not known here: ${term}`);
  return (row, parts) => {
    const stored = row?.[attributeOf(name, parts)];
    return stored !== undefined && compare(stored, givenValue(value, parts));
  };
};

const readCondition = (expression: string): Condition => {
  const ways = expression.split(' OR ').map((all) => all.split(' AND ').map((term) => readTerm(term.trim())));
  return (row, parts) => ways.some((terms) => terms.every((term) => term(row, parts)));
};

const readOperand = (text: string): Operand => {
  const [, name, fallback = ''] = /^if_not_exists\((#?\w+), (:\w+)\)$/.exec(text) ?? [];
  if (name !== undefined) return (row, parts) => row[attributeOf(name, parts)] ?? givenValue(fallback, parts);
  if (!/^[#:]?\w+$/.test(text)) throw new Error(`the operand is not known here: ${text}`);
  return text.startsWith(':')
    ? (_row, parts) => givenValue(text, parts)
    : (row, parts) => row[attributeOf(text, parts)];
};

const readAssigned = (text: string): Operand => {
  const [, left, sign, right] = /^(.+) ([+-]) (:\w+)$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return readOperand(text);
  const [one, other] = [readOperand(left), readOperand(right)];
  const direction = sign === '+' ? 1 : -1;
  return (row, parts) => Number(one(row, parts)) + direction * Number(other(row, parts));
};

const readSet = (set: string): Change => {
  const [name = '', value = ''] = set.split(/ = (.*)/);
  const assigned = readAssigned(value);
  const [outer = '', inner] = name.split('.');
  if (inner === undefined) {
    return (after, row, parts) => {
      after[attributeOf(outer, parts)] = assigned(row, parts);
    };
  }
  return (after, row, parts) => {
    const member = attributeOf(outer, parts);
    const holder = after[member];
    if (typeof holder !== 'object' || holder === null) throw new Error(`the row has no ${member} to set a member of`);
    after[member] = { ...holder, [attributeOf(inner, parts)]: assigned(row, parts) };
  };
};

const readUpdate = (expression: string): readonly Change[] => {
  const [whole, sets = '', removes = ''] = /^(?:SET (.+?) ?)?(?:REMOVE (.+))?$/.exec(expression) ?? [];
  if (whole === undefined || whole === '') throw new Error(`the update is not known here: ${expression}`);
  return [
    ...(sets === '' ? [] : sets.split(/, (?=#\w+(?:\.#\w+)? = )/)).map(readSet),
    ...(removes === '' ? [] : removes.split(', ')).map(
      (name): Change =>
        (after, _row, parts) => {
          delete after[attributeOf(name, parts)];
        },
    ),
  ];
};

/** Expressions are few and used by thousands of writes: each text is read once. What is not known here is refused. */
const readOnce = <Read>(read: (expression: string) => Read): ((expression: string) => Read) => {
  const known = new Map<string, Read>();
  return (expression) => {
    const found = known.get(expression);
    if (found !== undefined) return found;
    const made = read(expression);
    known.set(expression, made);
    return made;
  };
};

const conditionOf = readOnce(readCondition);
const updateOf = readOnce(readUpdate);

/** Whether a condition holds of a row; undefined stands for no row. */
export const holds = (expression: string, row: Row | undefined, parts: Parts): boolean =>
  conditionOf(expression)(row, parts);

/** A row after an update expression. */
export const updated = (expression: string, row: Row, parts: Parts): Row => {
  const after: Row = { ...row };
  for (const change of updateOf(expression)) change(after, row, parts);
  return after;
};

import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { nearestName } from '../../../shared/domain/nearest-name.ts';
import { isJsonObject, JsonNumber, type JsonObject } from '../../../shared/http/body.ts';
import type { JsonSchema } from '../../../shared/openapi/operation-document.ts';
import type { Words } from './operation-words.ts';

/** Members that nobody gets to see, however they are spelt. */
const SECRET = /password|checkkey|codeforhash|^cvc|^cvv|^exp(?:month|year|iry)/i;
const CARD_NUMBER = /cardnumber$/i;
const WHOLE_CARD_NUMBER = /^\d{12,19}$/;
/** Digits of a bank's card range; more of them begin to name a card. */
const LONGEST_BIN = 8;
const LONGEST_TEXT = 300;
const MOST_ENTRIES = 50;

/** What stands in place of a secret. It tells that something was there, and nothing of it. */
const HIDDEN = '‹hidden›';
const HIDDEN_EMPTY = '‹hidden, empty›';

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** A value of which nothing may be shown: its type and its length. */
export const typeAndLength = (value: unknown): string => {
  if (value === null) return '‹null›';
  if (Array.isArray(value)) return `‹list of ${counted(value.length, 'entry').replace('entrys', 'entries')}›`;
  if (value instanceof JsonNumber) return `‹number of ${counted(value.text.length, 'character')}›`;
  if (typeof value === 'string') return `‹text of ${counted(value.length, 'character')}›`;
  if (isJsonObject(value)) return `‹object of ${counted(Object.keys(value).length, 'member')}›`;
  return `‹${typeof value}›`;
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… ‹${text.length} characters›`;

const maskedCardNumber = (value: unknown, text: string): string => {
  const digits = text.replaceAll(/[\s-]/g, '');
  return WHOLE_CARD_NUMBER.test(digits) ? maskCard(digits) : typeAndLength(value);
};

const textOf = (value: unknown): string | undefined => {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
};

const scalar = (name: string, value: unknown): unknown => {
  const text = textOf(value);
  if (text === undefined) return typeof value === 'boolean' || value === null ? value : typeAndLength(value);
  if (text === '') return '';
  if (CARD_NUMBER.test(name)) return maskedCardNumber(value, text);
  if (/^BinNumber$/i.test(name) && text.length > LONGEST_BIN) return maskedCardNumber(value, text);
  const shown = shortened(maskCardNumbers(text));
  return typeof value !== 'string' && shown === text && Number.isSafeInteger(Number(text) * 100) ? Number(text) : shown;
};

interface Place {
  readonly name: string;
  readonly schema: JsonSchema | undefined;
  readonly parts: Words['parts'];
}

const resolved = ({ schema, parts }: Place): JsonSchema | undefined => {
  const reference = schema?.$ref;
  return typeof reference === 'string' ? parts[reference.slice(reference.lastIndexOf('/') + 1)] : schema;
};

const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> | undefined =>
  schema.properties as Readonly<Record<string, JsonSchema>> | undefined;

/** The members of a contract by their names; any other by type and length alone, with the name that it is close to. */
const maskedMembers = (
  value: JsonObject,
  properties: Readonly<Record<string, JsonSchema>>,
  parts: Words['parts'],
): JsonObject => {
  let unknown = 0;
  const members = Object.entries(value).map(([name, member]) => {
    if (Object.hasOwn(properties, name)) {
      return [name, masked(member, { name, schema: properties[name], parts })] as const;
    }
    unknown += 1;
    const meant = nearestName(name, Object.keys(properties));
    const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
    return [`‹unknown member ${unknown}${hint}›`, typeAndLength(member)] as const;
  });
  return Object.fromEntries(members);
};

const maskedList = (value: readonly unknown[], place: Place): readonly unknown[] => {
  const shown = value.slice(0, MOST_ENTRIES).map((entry) => masked(entry, place));
  return value.length > MOST_ENTRIES ? [...shown, `‹${value.length - MOST_ENTRIES} more›`] : shown;
};

/** A value as the log of requests may keep it (rule 49). `schema` is its place in the contract; undefined where it has none. */
export const masked = (value: unknown, place: Place): unknown => {
  if (SECRET.test(place.name)) return isEmpty(value) ? HIDDEN_EMPTY : HIDDEN;
  const schema = resolved(place);
  if (schema === undefined) return typeAndLength(value);
  const { parts, name } = place;
  const items = schema.items as JsonSchema | undefined;
  // A single object counts as a list of it alone.
  if (items !== undefined && !Array.isArray(value)) {
    return isEmpty(value) ? value : masked(value, { name, schema: items, parts });
  }
  if (Array.isArray(value)) {
    return items === undefined ? typeAndLength(value) : maskedList(value, { name, schema: items, parts });
  }
  const properties = propertiesOf(schema);
  if (isJsonObject(value))
    return properties === undefined ? typeAndLength(value) : maskedMembers(value, properties, parts);
  return properties === undefined ? scalar(name, value) : typeAndLength(value);
};

/** The body of a request, by the members of its operation. */
export const maskedBody = (
  body: JsonObject,
  members: Readonly<Record<string, JsonSchema>>,
  parts: Words['parts'],
): JsonObject => maskedMembers(body, members, parts);

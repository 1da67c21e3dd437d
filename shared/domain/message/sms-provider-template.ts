/*
 * What is posted to an SMS provider of a dealer's own, as texts with placeholders. A placeholder stands inside a string of a JSON
 * value or of a form's field, and is replaced there before the whole is written: so no value can add a member, a field or a line.
 */

/** What placeholders stand for. `to` is `+905551110022`, `toDigits` has no sign, `toLocal` is `5551110022`. */
export const placeholderNames = ['id', 'to', 'toDigits', 'toLocal', 'text', 'sender', 'user', 'key'] as const;
type PlaceholderName = (typeof placeholderNames)[number];
export type PlaceholderValues = Readonly<Partial<Record<PlaceholderName, string>>>;

const IN_HEADERS: readonly PlaceholderName[] = ['id', 'sender', 'user', 'key'];

const MAX_BODY = 4000;
const MAX_DEPTH = 6;
const MAX_HEADERS = 10;
const MAX_HEADER_VALUE = 500;
const PLACEHOLDER = /\{(id|to|toDigits|toLocal|text|sender|user|key)\}/g;
const HEADER_NAME = /^[a-z0-9-]{1,64}$/;
const VISIBLE_ASCII = /^[\x20-\x7e]*$/;
/** What the client or the setting of the format and of the authorization writes. */
const RESERVED = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'accept-encoding',
]);

const namesIn = (text: string): readonly string[] => Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);

/** One pass: a value that holds a placeholder stays a text. */
const filled = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(PLACEHOLDER, (_whole, name: PlaceholderName) => values[name] ?? '');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** The strings of a JSON value; undefined where it is nested deeper than any provider asks for. */
const stringsIn = (value: unknown, depth = 0): readonly string[] | undefined => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH) return undefined;
  const all = Object.values(value).map((one) => stringsIn(one, depth + 1));
  return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
};

export type BodyFormat = 'json' | 'form';

/** Why a template of the body cannot be used; undefined when it can. `json` is the text of a JSON object. */
export const bodyTemplateProblem = (json: string, format: BodyFormat): string | undefined => {
  if (json.length > MAX_BODY) return `must have at most ${MAX_BODY} characters`;
  const template = parsed(json);
  if (!isObject(template)) return 'must be a JSON object';
  const isFlat = Object.values(template).every((value) => typeof value === 'string');
  if (format === 'form' && !isFlat) return 'must hold texts alone, because the format is form';
  const strings = stringsIn(template);
  if (strings === undefined) return `must not be nested deeper than ${MAX_DEPTH} levels`;
  const names = strings.flatMap(namesIn);
  if (!names.includes('text')) return 'must hold {text}';
  if (!names.some((name) => /^to(?:Digits|Local)?$/.test(name))) return 'must hold {to}, {toDigits} or {toLocal}';
  return undefined;
};

/** Why templates of headers cannot be used; undefined when they can. */
export const headerTemplatesProblem = (headers: Readonly<Record<string, string>>): string | undefined => {
  const all = Object.entries(headers);
  if (all.length > MAX_HEADERS) return `must be at most ${MAX_HEADERS}`;
  for (const [name, value] of all) {
    if (!HEADER_NAME.test(name)) return `must have names of small letters, digits and hyphens: ${name.slice(0, 64)}`;
    if (RESERVED.has(name)) return `must not hold ${name}`;
    if (value.length > MAX_HEADER_VALUE || !VISIBLE_ASCII.test(value)) return `must be short texts of ASCII: ${name}`;
    if (!namesIn(value).every((one) => IN_HEADERS.some((known) => known === one))) {
      return `may hold {id}, {sender}, {user} and {key}: ${name}`;
    }
  }
  return undefined;
};

/** Every placeholder that templates use. */
export const placeholdersIn = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(namesIn));

const filledValue = (value: unknown, values: PlaceholderValues): unknown => {
  if (typeof value === 'string') return filled(value, values);
  if (Array.isArray(value)) return value.map((one) => filledValue(one, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledValue(one, values)]));
};

/** The body that is posted: JSON or form, with every value escaped as its format asks for. */
export const filledBody = (json: string, format: BodyFormat, values: PlaceholderValues): string => {
  const body = filledValue(parsed(json), values);
  if (format === 'json') return JSON.stringify(body);
  const fields = isObject(body) ? Object.entries(body) : [];
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();
};

/** Headers as they are sent. A value with a line break or another control character loses it. */
export const filledHeaders = (
  headers: Readonly<Record<string, string>>,
  values: PlaceholderValues,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, filled(value, values).replaceAll(/[^\x20-\x7e]/g, '')]),
  );

import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A parsed document: elements by name, a text where an element holds only text, a list where a name is repeated. */
export type XmlTree = Readonly<Record<string, unknown>>;

/** Deepest nesting of a document; the bank's have three levels. */
const MAX_DEPTH = 8;

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  trimValues: true,
  maxNestedTags: MAX_DEPTH,
  tagValueProcessor: (_name, value) => decodeReferences(value),
});

const NAMED: ReadonlyMap<string, string> = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
const DECLARATION = /^\uFEFF?\s*<\?xml\s[^?<>]*\?>/;
/** What XML 1.0 does not allow in a text, and the two characters that no text interchange allows. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u;

class NotReadable extends Error {}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const character = (codePoint: number): string => {
  const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (!(codePoint <= 0x10ffff) || surrogate) throw new NotReadable();
  const text = String.fromCodePoint(codePoint);
  if (FORBIDDEN.test(text)) throw new NotReadable();
  return text;
};

const dereference = (reference: string): string => {
  const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(reference) ?? [];
  if (hex !== undefined) return character(Number.parseInt(hex, 16));
  if (decimal !== undefined) return character(Number(decimal));
  const named = NAMED.get(reference);
  if (named === undefined) throw new NotReadable();
  return named;
};

/** Character references and the five names that XML has without a DOCTYPE, once and in one pass: nothing expands. */
const decodeReferences = (text: string): string =>
  text.replaceAll(/&([^;&]{0,12});|&/g, (_all, reference?: string) => {
    if (reference === undefined) throw new NotReadable();
    return dereference(reference);
  });

/**
 * Reads a well-formed document of one root, without any markup declaration: one that has a DOCTYPE, an entity, a
 * comment or a processing instruction is refused before the parser sees it. Texts stay texts, never numbers. Answers undefined for
 * whatever cannot be read.
 */
export const readXml = (text: string): XmlTree | undefined => {
  const element = text.replace(DECLARATION, '').trim();
  const plain = element.replaceAll(CDATA, (_all, content: string) => escapeText(content));
  // The validator takes text behind the root, which no document has.
  if (!plain.startsWith('<') || !plain.endsWith('>')) return undefined;
  if (/<[!?]/.test(plain) || FORBIDDEN.test(plain)) return undefined;
  try {
    if (XMLValidator.validate(plain) !== true) return undefined;
    const tree: unknown = parser.parse(plain);
    const isTree = typeof tree === 'object' && tree !== null && Object.keys(tree).length === 1;
    return isTree ? (tree as XmlTree) : undefined;
  } catch {
    return undefined;
  }
};

/** Everything outside printable ASCII becomes a reference, so that the bytes are the same in every encoding. */
const writeText = (text: string): string =>
  escapeText(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[^\x20-\x7E]/gu, (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);

/** Elements to write: a text, or elements below. Undefined is left out. */
export interface XmlElements {
  readonly [name: string]: string | XmlElements | undefined;
}

/** Control characters (tabs and line ends too), halves of surrogate pairs and non-characters. */
const UNWRITABLE = /\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/u;

const writeElements = (elements: XmlElements): string =>
  Object.entries(elements)
    .filter((entry): entry is [string, string | XmlElements] => entry[1] !== undefined)
    .map(([name, content]) => {
      if (typeof content === 'object') return `<${name}>${writeElements(content)}</${name}>`;
      if (UNWRITABLE.test(content)) throw new RangeError(`${name} holds a character that cannot be sent`);
      return `<${name}>${writeText(content)}</${name}>`;
    })
    .join('');

/**
 * A document declared as ISO-8859-9, in ASCII: other characters are sent as references. Throws on control characters
 * and broken surrogate pairs (rule 21).
 */
export const writeXml = (elements: XmlElements): string =>
  `<?xml version="1.0" encoding="ISO-8859-9"?>${writeElements(elements)}`;

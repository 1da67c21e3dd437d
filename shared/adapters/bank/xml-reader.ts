import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { escapeText } from './xml-writer.ts';

/** A parsed document: elements by name, a text where an element holds only text, a list where a name is repeated. */
export type XmlTree = Readonly<Record<string, unknown>>;

/** Deepest nesting of a document; the bank's have three levels. */
const MAX_DEPTH = 8;

/** The parser is made at the first answer of a bank: most calls of the functions that have it ask none. */
const newParser = (): XMLParser =>
  new XMLParser({
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

let made: XMLParser | undefined;
const parser = (): XMLParser => {
  made ??= newParser();
  return made;
};

const NAMED: ReadonlyMap<string, string> = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
const DECLARATION = /^\uFEFF?\s*<\?xml\s[^?<>]*\?>/;
/** Characters that XML 1.0 does not allow in a text, and the two non-characters of Unicode. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u;

class NotReadable extends Error {}

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

/**
 * Decodes character references and the five names that XML knows without a DOCTYPE. It makes one pass, so nothing is
 * expanded twice.
 */
const decodeReferences = (text: string): string =>
  text.replaceAll(/&([^;&]{0,12});|&/g, (_all, reference?: string) => {
    if (reference === undefined) throw new NotReadable();
    return dereference(reference);
  });

/**
 * Reads a well-formed document with one root and no markup declaration: a DOCTYPE, entity, comment or processing
 * instruction is refused before the parser sees it. Texts stay texts, never numbers. Undefined for anything that cannot
 * be read.
 */
export const readXml = (text: string): XmlTree | undefined => {
  const element = text.replace(DECLARATION, '').trim();
  const plain = element.replaceAll(CDATA, (_all, content: string) => escapeText(content));
  // The validator accepts text after the root; no valid document has any.
  if (!plain.startsWith('<') || !plain.endsWith('>')) return undefined;
  if (/<[!?]/.test(plain) || FORBIDDEN.test(plain)) return undefined;
  try {
    if (XMLValidator.validate(plain) !== true) return undefined;
    const tree = parser().parse(plain) as XmlTree;
    const [root, ...others] = Object.values(tree);
    // The validator accepts a second root; the parser lists it with the first if their names are equal.
    return root === undefined || others.length > 0 || Array.isArray(root) ? undefined : tree;
  } catch {
    return undefined;
  }
};

import { escapeText } from './xml-writer.ts';

/** A parsed document: elements by name, a text where an element holds only text, a list where a name is repeated. */
export type XmlTree = Readonly<Record<string, unknown>>;

/** Deepest nesting of a document; the bank's have three levels. */
const MAX_DEPTH = 8;

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

/** A tag, with its attributes checked and left out, or the text in front of the next tag. */
const PART =
  /<(?:(?<opened>[A-Za-z_][\w.:-]*)(?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/)?|\/(?<closed>[A-Za-z_][\w.:-]*)\s*)>|(?<words>[^<]+)/y;

/** An element whose end was not read yet. */
interface OpenElement {
  readonly name: string;
  readonly children: Record<string, unknown>;
  words: string;
}

const newElement = (name: string): OpenElement => ({ name, children: {}, words: '' });

/** The value of an element that ended: its children, of which a repeated one is a list, or its text if it has none. */
const contentOf = ({ children, words }: OpenElement): unknown => {
  const text = decodeReferences(words.trim());
  return Object.keys(children).length === 0 ? text : children;
};

const addTo = ({ children }: OpenElement, name: string, value: unknown): void => {
  const present = children[name];
  if (present === undefined) children[name] = value;
  else if (Array.isArray(present)) present.push(value);
  else children[name] = [present, value];
};

/**
 * Reads elements and texts to the end. Throws at anything else, at a wrong end, below the greatest depth, and at a name
 * that every object has.
 */
const readElements = (document: string): Record<string, unknown> => {
  const whole = newElement('');
  const open: [OpenElement, ...OpenElement[]] = [whole];
  PART.lastIndex = 0;
  while (PART.lastIndex < document.length) {
    const { opened, empty, closed, words } = PART.exec(document)?.groups ?? {};
    const inner = open.at(-1) ?? whole;
    if (words !== undefined) inner.words += words;
    else if (closed !== undefined) {
      if (closed !== inner.name || open.length === 1) throw new NotReadable();
      open.pop();
      addTo(open.at(-1) ?? whole, closed, contentOf(inner));
    } else if (opened === undefined || opened in Object.prototype || open.length > MAX_DEPTH) throw new NotReadable();
    else if (empty !== undefined) addTo(inner, opened, '');
    else open.push(newElement(opened));
  }
  if (open.length > 1 || whole.words !== '') throw new NotReadable();
  return whole.children;
};

/**
 * Reads a well-formed document with one root and no markup declaration: a DOCTYPE, entity, comment or processing
 * instruction is refused before its elements are read. Texts stay texts, never numbers. Undefined for anything that
 * cannot be read.
 */
export const readXml = (text: string): XmlTree | undefined => {
  const element = text.replace(DECLARATION, '').trim();
  const plain = element.replaceAll(CDATA, (_all, content: string) => escapeText(content));
  if (/<[!?]/.test(plain) || FORBIDDEN.test(plain)) return undefined;
  try {
    const tree = readElements(plain);
    const [root, ...others] = Object.values(tree);
    return root === undefined || others.length > 0 || Array.isArray(root) ? undefined : tree;
  } catch {
    return undefined;
  }
};

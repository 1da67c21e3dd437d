import type { XmlCharset } from './http-client.ts';

/** Escapes the three characters that a text cannot hold as they are. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes everything outside printable ASCII as a reference, so that the bytes are the same in every encoding. */
const writeText = (text: string): string =>
  escapeText(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[^\x20-\x7E]/gu, (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);

/** Elements to write: a text, child elements, or a list of elements with the same name. Undefined is left out. */
export interface XmlElements {
  readonly [name: string]: string | XmlElements | readonly XmlElements[] | undefined;
}

/** Control characters (tabs and line ends too), halves of surrogate pairs and non-characters. */
const UNWRITABLE = /\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/u;

const writeElements = (elements: XmlElements): string =>
  Object.entries(elements)
    .flatMap(([name, content = []]) => [content].flat().map((one) => [name, one] as const))
    .map(([name, content]) => {
      if (typeof content === 'object') return `<${name}>${writeElements(content)}</${name}>`;
      if (UNWRITABLE.test(content)) throw new RangeError(`${name} holds a character that cannot be sent`);
      return `<${name}>${writeText(content)}</${name}>`;
    })
    .join('');

/**
 * A document in ASCII, declared in the encoding that the bank expects: other characters are sent as references. Throws on
 * control characters and broken surrogate pairs (rule 21).
 */
export const writeXml = (elements: XmlElements, charset: XmlCharset = 'ISO-8859-9'): string =>
  `<?xml version="1.0" encoding="${charset}"?>${writeElements(elements)}`;

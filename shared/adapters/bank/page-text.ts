import { type FormCharset, formCharsets } from '../../ports/three-d-gate.ts';

/** An HTML page as its bytes, with the content type of its header. */
export interface PageBytes {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Names of the known encodings that differ from the ones a form is given. */
const OTHER_NAMES: ReadonlyMap<string, FormCharset> = new Map<string, FormCharset>([
  ['utf8', 'utf-8'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['latin1', 'iso-8859-1'],
  ['iso8859-1', 'iso-8859-1'],
  ['latin5', 'iso-8859-9'],
  ['iso8859-9', 'iso-8859-9'],
  ['iso_8859-9', 'iso-8859-9'],
  ['cp1252', 'windows-1252'],
  ['cp1254', 'windows-1254'],
]);

/** So far into a page browsers look for its encoding. */
const DECLARED_WITHIN = 1024;
const IS_HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const UTF_8_MARK = [0xef, 0xbb, 0xbf];

/** The known encoding of a name; undefined for any other. */
export const charsetNamed = (name: string): FormCharset | undefined => {
  const label = name.trim().toLowerCase();
  return formCharsets.find((known) => known === label) ?? OTHER_NAMES.get(label);
};

/** The encoding that a page names, in the order in which browsers believe it: byte order mark, header, meta element. */
const namedIn = ({ contentType, body }: PageBytes): string | undefined => {
  if (UTF_8_MARK.every((byte, index) => body[index] === byte)) return 'utf-8';
  const inHeader = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  if (inHeader !== undefined) return inHeader;
  const start = Buffer.from(body.subarray(0, DECLARED_WITHIN))
    .toString('latin1')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  return /<meta\s[^>]*charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
};

/** The text of a page, and its encoding if it names one. Undefined for what is no HTML, or not all in a known encoding. */
export const pageText = (page: PageBytes): { readonly text: string; readonly charset?: FormCharset } | undefined => {
  const named = namedIn(page);
  const charset = named === undefined ? undefined : charsetNamed(named);
  if (!IS_HTML.test(page.contentType) || (named !== undefined && charset === undefined)) return undefined;
  try {
    // Turkish browsers read a page that names no encoding so.
    const text = new TextDecoder(charset ?? 'windows-1254', { fatal: true }).decode(page.body);
    return charset === undefined ? { text } : { text, charset };
  } catch {
    return undefined;
  }
};

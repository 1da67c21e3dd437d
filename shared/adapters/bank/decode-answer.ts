/** The bytes of an answer and its content type. */
export interface AnswerBytes {
  readonly contentType: string;
  readonly body: Uint8Array;
}

type Encoding = 'utf-8' | 'iso-8859-9';

const LABELS: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-9', 'iso-8859-9'],
  ['iso8859-9', 'iso-8859-9'],
  ['latin5', 'iso-8859-9'],
  ['windows-1254', 'iso-8859-9'],
  // Some servers declare this encoding by default. The letters that differ from ISO-8859-9 stand only in texts that
  // nobody reads.
  ['iso-8859-1', 'iso-8859-9'],
]);

const decodeAs = (encoding: Encoding, body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
};

const headerLabel = (contentType: string): string | undefined => /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];

const declaredLabel = (body: Uint8Array): string | undefined => {
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(start)?.[1];
};

/**
 * The text of an answer. The encoding is the header's, then the document's; if neither fits the bytes, UTF-8 if they
 * are valid UTF-8, else ISO-8859-9. All fields that matter are ASCII, so both work. Undefined if the answer names
 * another encoding.
 */
export const decodeAnswer = ({ contentType, body }: AnswerBytes): string | undefined => {
  const named = [headerLabel(contentType), declaredLabel(body)].filter((label) => label !== undefined);
  const known = named.map((label) => LABELS.get(label.toLowerCase())).filter((encoding) => encoding !== undefined);
  if (known.length < named.length) return undefined;
  for (const encoding of [...known, 'utf-8', 'iso-8859-9'] as const) {
    const text = decodeAs(encoding, body);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** Longest text in an encoded word, in bytes: 75 characters with its frame, and base64 makes four of three (RFC 2047). */
const MAX_WORD_BYTES = 45;

/** The text in pieces of at most 45 bytes, none of which cuts a character. */
const pieces = (text: string): readonly string[] => {
  const found: string[] = [];
  let [piece, size] = ['', 0];
  for (const character of text) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > MAX_WORD_BYTES) {
      found.push(piece);
      [piece, size] = ['', 0];
    }
    piece += character;
    size += bytes;
  }
  return [...found, piece];
};

/**
 * A mailbox with a display name. The name goes in as encoded words (RFC 2047), which hold letters, digits, `+`, `/` and `=`
 * alone: whatever the name is, it can neither end nor add a header, nor look like an address.
 */
export const mailbox = (name: string, address: string): string => {
  const words = pieces(name).map((piece) => `=?UTF-8?B?${Buffer.from(piece, 'utf8').toString('base64')}?=`);
  return name === '' ? address : `${words.join(' ')} <${address}>`;
};

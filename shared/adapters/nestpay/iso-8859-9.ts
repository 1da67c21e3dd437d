const decoder = new TextDecoder('iso-8859-9');

/** Each character that the decoder of posted forms makes of a single byte, with that byte. */
const bytesOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
);

/** The text in ISO-8859-9, or undefined where it holds a character that the encoding does not have. */
export const encodeIso88599 = (text: string): Uint8Array | undefined => {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = bytesOf.get(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
};

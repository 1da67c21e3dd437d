let known: ReadonlyMap<string, number> | undefined;

/** The byte of each character, from the decoder that reads posted forms. Made for the first text, not at each start. */
const byteOf = (character: string): number | undefined => {
  known ??= new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder('iso-8859-9').decode(Uint8Array.of(byte)), byte]),
  );
  return known.get(character);
};

/** The text in ISO-8859-9, or undefined if a character is not in that encoding. */
export const encodeIso88599 = (text: string): Uint8Array | undefined => {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = byteOf(character);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
};

const LATIN_5: Readonly<Record<string, number>> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe };

/** A text in ISO-8859-9, which differs from Latin-1 in six Turkish letters. */
export const latin5 = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/[ĞİŞğış]/g, (letter) => String.fromCharCode(LATIN_5[letter] ?? 0)),
    'latin1',
  );

const FIRST_LETTER = 0xa0;

/** A document whose letters stand there as they are, instead of references to them. */
export const withLetters = (document: string): string =>
  document.replaceAll(/&#x([0-9A-F]{2,4});/g, (reference, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    return codePoint < FIRST_LETTER ? reference : String.fromCodePoint(codePoint);
  });

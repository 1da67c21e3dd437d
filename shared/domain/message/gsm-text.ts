/** The basic GSM 7-bit alphabet (3GPP TS 23.038). Small `ç`, `ğ`, `ı`, `İ`, `ş` are not in it; `Ç`, `ö` and `ü` are. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters behind an escape: two units each. */
const EXTENSION = '^{}\\[~]|€';

const unitsOf: ReadonlyMap<string, number> = new Map([
  ...Array.from(BASIC, (character) => [character, 1] as const),
  ...Array.from(EXTENSION, (character) => [character, 2] as const),
]);

/** How readers of Turkish write on phones what the alphabet lacks. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ç: 'c',
  ğ: 'g',
  Ğ: 'G',
  ı: 'i',
  İ: 'I',
  ş: 's',
  Ş: 'S',
  '₺': 'TL',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '*',
  '\u00a0': ' ',
};

const spelled = (character: string): string => {
  if (unitsOf.has(character)) return character;
  const spelling = SPELLINGS[character];
  if (spelling !== undefined) return spelling;
  const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return unitsOf.has(bare) ? bare : '';
};

/**
 * The text in the GSM alphabet: Turkish letters lose their marks, and what has no spelling is left out. One letter
 * outside the alphabet would turn the whole SMS into UCS-2, with 70 characters a segment instead of 160. A link alone is
 * longer than that, and AWS offers no Turkish shift table.
 */
export const gsmSpelling = (text: string): string => Array.from(text.normalize('NFC'), spelled).join('');

interface SmsSize {
  readonly encoding: 'gsm-7' | 'ucs-2';
  readonly segments: number;
}

/** Units of an SMS that is alone, and of each part of a longer one, whose header takes the difference. */
const CAPACITY = { 'gsm-7': { alone: 160, part: 153 }, 'ucs-2': { alone: 70, part: 67 } } as const;

/** Parts that the characters fill; a character of two units is never cut in half. */
const partsFilled = (sizes: readonly number[], capacity: number): number => {
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > capacity) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
};

/** Encoding and number of segments that carriers charge for. */
export const smsSize = (text: string): SmsSize => {
  const characters = Array.from(text);
  const encoding = characters.every((one) => unitsOf.has(one)) ? 'gsm-7' : 'ucs-2';
  const sizes = characters.map((one) => (encoding === 'gsm-7' ? (unitsOf.get(one) ?? 1) : one.length));
  const { alone, part } = CAPACITY[encoding];
  const units = sizes.reduce((sum, size) => sum + size, 0);
  return { encoding, segments: units <= alone ? 1 : partsFilled(sizes, part) };
};

const MAX_OTHER_TRX_CODE_LENGTH = 128;

/** A code claims its place by exact code points, so nothing is trimmed or folded; at most 128 characters (rule 12). */
export const isOtherTrxCode = (text: string): boolean =>
  text.trim() !== '' && text.isWellFormed() && Array.from(text).length <= MAX_OTHER_TRX_CODE_LENGTH;

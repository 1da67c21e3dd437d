const MAX_OTHER_TRX_CODE_LENGTH = 128;

/** True of a text that is not blank and has at most 128 characters. Codes are compared as they are given (rule 12). */
export const isOtherTrxCode = (text: string): boolean =>
  text.trim() !== '' && text.isWellFormed() && Array.from(text).length <= MAX_OTHER_TRX_CODE_LENGTH;

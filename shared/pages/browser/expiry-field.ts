import { expiryPartsOf } from '../../domain/card/expiry-text.ts';
import { inputOf } from './elements.ts';

/** What has been typed so far, with the rest of `MM / ` where only that can follow. */
const completed = (text: string): string => {
  if (/^[2-9]$/.test(text)) return `0${text} / `;
  const single = /^(\d)\s*[/.-]$/.exec(text);
  if (single !== null) return `0${single[1]} / `;
  const month = /^(\d\d)\s*[/.-]?$/.exec(text);
  if (month === null) return text;
  // `13` can only begin `1/3…`.
  return /^1[3-9]$/.test(text) ? `01 / ${text[1]}` : `${month[1]} / `;
};

/** Writes the expiry as `MM / YY`, however it is typed, pasted or filled in. */
export const tendExpiry = (): void => {
  const expiry = inputOf('expiry');
  expiry.addEventListener('input', (event) => {
    if (!event.inputType?.startsWith('delete')) expiry.value = completed(expiry.value);
  });
  expiry.addEventListener('change', () => {
    const parts = expiryPartsOf(expiry.value);
    if (parts !== undefined) expiry.value = `${parts.expiryMonth} / ${parts.expiryYear.slice(-2)}`;
  });
};

/** True for a month that has not ended by `thisMonth` (`YYYYMM`), which is the server's: a payer's clock may be wrong. */
export const isExpiryGood = (text: string, thisMonth: string): boolean => {
  const parts = expiryPartsOf(text);
  if (parts === undefined || !/^(?:0[1-9]|1[0-2])$/.test(parts.expiryMonth)) return false;
  return `${parts.expiryYear.padStart(4, '20')}${parts.expiryMonth}` >= thisMonth;
};

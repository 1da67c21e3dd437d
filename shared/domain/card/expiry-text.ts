/** Month and year as two texts, which are not checked here. */
export interface ExpiryParts {
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

/** Every way to write one expiry: the month first, parted or not, or the year first as browsers fill it in. */
const MONTH_FIRST = [/^(\d{1,2})[ ./-]+(\d{2}|\d{4})$/, /^(\d{2})(\d{2}|\d{4})$/, /^([1-9])(\d{2})$/];
const YEAR_FIRST = /^(\d{4})-(\d{1,2})$/;

/**
 * Month and year of an expiry as payers and browsers write it: `0130`, `01/30`, `1/30`, `01 / 2030`, `130`, `2030-01`.
 * Undefined for anything else. The month may still be none, and the date may be over.
 */
export const expiryPartsOf = (text: string): ExpiryParts | undefined => {
  const turned = text.trim().replace(YEAR_FIRST, '$2-$1');
  const [, month, year] = MONTH_FIRST.map((written) => written.exec(turned)).find((found) => found !== null) ?? [];
  return month === undefined || year === undefined
    ? undefined
    : { expiryMonth: month.padStart(2, '0'), expiryYear: year };
};

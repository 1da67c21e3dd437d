/** Month and year as two texts, which are not checked here. */
export interface ExpiryParts {
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

/** Every way to write one expiry: the month first, parted or not, or the year first as browsers fill it in. */
const WRITTEN = [
  /^(?<month>\d{1,2})[ ./-]+(?<year>\d{2}|\d{4})$/,
  /^(?<month>\d{2})(?<year>\d{2}|\d{4})$/,
  /^(?<month>[1-9])(?<year>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})$/,
];

/**
 * Month and year of an expiry as payers and browsers write it: `0130`, `01/30`, `1/30`, `01 / 2030`, `130`, `2030-01`.
 * Undefined for anything else. The month may still be none, and the date may be over.
 */
export const expiryPartsOf = (text: string): ExpiryParts | undefined => {
  for (const written of WRITTEN) {
    const groups = written.exec(text.trim())?.groups;
    if (groups?.month !== undefined && groups.year !== undefined) {
      return { expiryMonth: groups.month.padStart(2, '0'), expiryYear: groups.year };
    }
  }
  return undefined;
};

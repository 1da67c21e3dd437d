import type { MinorUnits } from '../domain/money/money.ts';
import type { ShareEntry } from '../domain/payment/step-fields.ts';
import { Refusal } from '../domain/refusal.ts';

const required = <Value>(value: Value | undefined, place: string): Value => {
  if (value === undefined) throw new Refusal('InvalidRequest', `SubDealer${place} is required.`);
  return value;
};

/** Sub-dealers of a request that names them alone. Refuses an entry without DealerId. */
export const subDealerIdsOf = (entries: readonly ShareEntry[]): readonly number[] =>
  entries.map(({ subDealerId }, index) => required(subDealerId, `[${index}].DealerId`));

/** Gross shares of a request; undefined where it names none. Refuses an entry without DealerId or Amount. */
export const sharesOf = (
  entries: readonly ShareEntry[],
): readonly { readonly subDealerId: number; readonly amount: MinorUnits }[] | undefined =>
  entries.length === 0
    ? undefined
    : entries.map(({ subDealerId, amount }, index) => ({
        subDealerId: required(subDealerId, `[${index}].DealerId`),
        amount: required(amount, `[${index}].Amount`),
      }));

import { type DayText, isRealDay } from '../calendar.ts';
import { cardTokenIn } from '../card/stored-card.ts';
import type { MinorUnits } from '../money/money.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { type SaleCurrency, saleCurrencies } from './sale.ts';

/** What a request says of a payment plan. Absent means not given. */
export interface PlanFields {
  readonly paymentDate?: string | undefined;
  readonly amount?: MinorUnits | undefined;
  readonly currency?: string | undefined;
  readonly installmentNumber?: number | undefined;
  readonly cardToken?: string | undefined;
  readonly dealerCustomerTypeId?: number | undefined;
}

/** The fields of a request whose form is checked. Whether the sale permits them is another question. */
export interface PlanWishes {
  readonly dueDay: DayText | undefined;
  readonly amount: MinorUnits | undefined;
  readonly currency: SaleCurrency | undefined;
  /** 1 = single payment. */
  readonly installmentNumber: number | undefined;
  readonly cardToken: string | undefined;
  readonly dealerCustomerTypeId: number | undefined;
}

const currencyIn = (text: string | undefined): SaleCurrency | undefined => saleCurrencies.find((one) => one === text);

const MOST_INSTALLMENTS = 12;
const counts = Array.from({ length: MOST_INSTALLMENTS + 1 }, (_, count) => count);

const invalid = (
  sentence: string,
  broken: Rule<'InvalidRequest', PlanFields>['broken'],
): Rule<'InvalidRequest', PlanFields> => ({ reason: 'InvalidRequest', sentence, broken });

const rules: readonly Rule<'InvalidRequest', PlanFields>[] = [
  invalid(
    'PaymentDate must be a day, written YYYYMMDD.',
    ({ paymentDate }) => paymentDate !== undefined && !isRealDay(paymentDate),
  ),
  invalid('Amount must be above 0.', ({ amount }) => amount === 0),
  invalid(
    'Currency must be TL, USD or EUR, in capital letters; the lira is TL and not TRY.',
    ({ currency }) => currency !== undefined && currencyIn(currency) === undefined,
  ),
  invalid(
    'InstallmentNumber must be 1 to 12; 1 is the single payment.',
    ({ installmentNumber }) => !oneOf(installmentNumber, counts),
  ),
  invalid(
    'CardToken is not the token of a card.',
    ({ cardToken }) => cardToken !== undefined && cardTokenIn(cardToken) === undefined,
  ),
  invalid(
    'CardToken and DealerCustomerTypeId must not both be given: a plan charges a card or sends a payment request.',
    ({ cardToken, dealerCustomerTypeId }) => cardToken !== undefined && dealerCustomerTypeId !== undefined,
  ),
];

/** Checks the form of the fields of a plan. Throws the Refusal of the first broken rule. */
export const planWishesIn = (fields: PlanFields): PlanWishes => {
  refuseFirstBroken(rules, fields);
  const { paymentDate, amount, currency, installmentNumber, cardToken, dealerCustomerTypeId } = fields;
  return {
    dueDay: paymentDate,
    amount,
    currency: currencyIn(currency),
    // Strongly typed clients write the single payment as 0 too.
    installmentNumber: installmentNumber === undefined ? undefined : Math.max(1, installmentNumber),
    cardToken: cardToken === undefined ? undefined : cardTokenIn(cardToken),
    dealerCustomerTypeId,
  };
};

import type { DayText } from '../calendar.ts';
import type { MinorUnits } from '../money/money.ts';

export const saleCurrencies = ['TL', 'USD', 'EUR'] as const;
type SaleCurrency = (typeof saleCurrencies)[number];

/** 1 = steps made from the schedule, 2 = made by hand, 3 = both (2.10). */
type PlanType = 1 | 2 | 3;

/** A recurring sale (2.10). `amount` is what each payment charges, not the total of the sale. */
export interface Sale {
  readonly dealerCode: string;
  readonly version: number;
  readonly dealerSaleId: number;
  readonly saleCode: string;
  readonly customerCode?: string;
  readonly dealerCustomerId?: number;
  readonly productCode?: string;
  readonly dealerProductId?: number;
  readonly amount: MinorUnits;
  readonly currency: SaleCurrency;
  readonly installmentNumber: number;
  readonly dealerSaleScheduleId: number;
  readonly saleDate?: DayText;
  readonly beginDate?: DayText;
  readonly endDate?: DayText;
  readonly howManyTrial: number;
  readonly description?: string;
  readonly planType: PlanType;
  readonly dealerCustomerTypeId?: number;
  readonly defaultCard1Token?: string;
  readonly defaultCard2Token?: string;
  readonly defaultCard3Token?: string;
}

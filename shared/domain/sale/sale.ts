import type { DayText } from '../calendar.ts';
import type { MinorUnits } from '../money/money.ts';

export const saleCurrencies = ['TL', 'USD', 'EUR'] as const;
export type SaleCurrency = (typeof saleCurrencies)[number];

/** 1 = steps made from the schedule, 2 = made by hand, 3 = both (dealer interface 2.10). */
export type PlanType = 1 | 2 | 3;

/** A recurring sale (dealer interface 2.10). `amount` is the sum of each payment, not of the whole sale. */
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
  /**
   * When the sale was added: by it the newest ones are listed. Absent of one that was stored before there was a list; its next
   * change sets it.
   */
  readonly createdAtMs?: number;
  /** Since when an operator pauses the sale: its steps wait, and a slot that passes is no try. */
  readonly pausedSinceMs?: number;
  /** When the dealer deleted the sale. It is kept for the history of its steps; no operation finds it. */
  readonly deletedAtMs?: number;
}

/** What each step of a sale charges. */
export interface StepTerms {
  readonly amount: MinorUnits;
  readonly currency: SaleCurrency;
  /** 1 = single payment. */
  readonly installmentNumber: number;
}

/** A sale with the one step that its schedule has planned. */
export interface OpenSale {
  readonly sale: Sale;
  /** DealerPaymentPlanId of that step; absent where none is planned. */
  readonly plannedStep?: number;
  /**
   * The last day that the schedule may have charged. Kept while no step is planned: after the last one, or after a change
   * of the sale that withdrew it. So a later change of the sale charges no day twice.
   */
  readonly plannedThrough?: DayText;
}

/** True of a sale whose steps come from its schedule, perhaps beside steps that are made by hand. */
export const isScheduled = ({ planType }: Pick<Sale, 'planType'>): boolean => planType !== 2;

import type { DayText } from '../calendar.ts';
import type { LimitSettings } from '../limit/limits.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import type { WantedEvents } from '../outbox/event.ts';
import type { Firm } from './firm.ts';

/** Ways of taking money that are permitted per dealer (`ChannelPermissionNotAvailable`). */
export const channels = ['directPayment', 'mobile3D', 'paymentRequest'] as const;
export type Channel = (typeof channels)[number];

/** Operations by their names on the wire; an operator may bar a dealer from single ones. */
export const operationNames = [
  'DoDirectPaymentMarketPlace',
  'DoDirectPayment',
  'DoDirectPaymentThreeDMarketPlace',
  'DoDirectPaymentThreeD',
  'DoDirectPaymentThreeDMobile',
  'CreateUserPosPaymentMarketPlace',
  'CreateUserPosPayment',
  'GetUserPosPayment',
  'CancelUserPosPayment',
  'ResendUserPosPayment',
  'CreateUserPosLink',
  'GetUserPosLink',
  'GetUserPosLinkList',
  'UpdateUserPosLink',
  'GetUserPosFunnel',
  'GetDealerPaymentTrxDetailList',
  'GetDealerPaymentTrxDetailListMarketPlace',
  'GetPaymentListMarketPlace',
  'GetPaymentList',
  'GetPaymentTrxListMarketPlace',
  'GetPaymentTrxList',
  'UpdateDealerPayment',
  'UpdateDealerPaymentMarketPlace',
  'DoCapture',
  'DoVoid',
  'DoCreateRefundRequest',
  'DoApprovePoolPayment',
  'UndoApprovePoolPayment',
  'GetDealer',
  'GetStatementList',
  'GetStatementListMarketPlace',
  'GetAccountingList',
  'GetBankCardInformation',
  'DoCalcPaymentAmount',
  'DoCalcPaymentTable',
  'GetSale',
  'AddPaymentPlan',
  'UpdatePaymentPlan',
  'DeletePaymentPlan',
  'GetPaymentPlan',
  'GetPaymentPlanList',
  'GetPaymentPlanHistoryList',
  'GetPaymentPlanReport',
  'AddSale',
  'UpdateSale',
  'DeleteSale',
  'GetSaleList',
  'AddProduct',
  'DeleteProduct',
  'GetProductList',
  'AddSchedule',
  'UpdateSchedule',
  'GetSchedule',
  'GetScheduleList',
  'DeleteSchedule',
  'GetCustomer',
  'AddCustomer',
  'UpdateCustomer',
  'GetCustomerList',
  'RemoveCustomer',
  'AddCustomerWithCard',
  'AddCard',
  'UpdateCard',
  'GetCard',
  'GetCardList',
  'RemoveCard',
] as const;
export type OperationName = (typeof operationNames)[number];

/**
 * What a dealer may do with a payment after its charge. Each permission is a list of channels: it holds for payments that
 * came by one of them (decisions: permissions after the charge).
 */
export type StepPermission = 'captureChannels' | 'voidChannels' | 'refundChannels' | 'poolApprovalChannels';

export const poolSettings = ['forbidden', 'allowed', 'required'] as const;
type PoolSetting = (typeof poolSettings)[number];

/** Most a dealer takes from one card in one Istanbul day. */
export interface CardLimit {
  readonly count: number | 'unlimited';
  readonly amount: MinorUnits | 'unlimited';
}

/** Most shards of a dealer's lists: each takes a thousand writes a second. */
export const MAX_LISTING_SHARDS = 16;

/** Banks keep a pre-authorisation for about a month at most. */
export const MAX_PRE_AUTHORISATION_DAYS = 30;
export const DEFAULT_PRE_AUTHORISATION_DAYS = 7;

/** Dealer codes are part of keys, so they hold no separator: only letters, digits, dot, hyphen and underscore. */
export const DEALER_CODE = /^[A-Za-z0-9._-]{1,32}$/;

/** A dealer, as every request loads it. Installment counts are 2 to 12; a single payment is always possible. */
export interface Dealer extends Readonly<Record<StepPermission, readonly Channel[]>> {
  readonly dealerCode: string;
  /** Counts the changes. An operator's put names the version that it replaces. */
  readonly version: number;
  readonly name: string;
  readonly firm?: Firm;
  readonly enabled: boolean;
  /** No new charges; reconciling goes on (rule 18). */
  readonly paused: boolean;
  /** Addresses and CIDR blocks of IPv4 and IPv6 that may call. */
  readonly allowedAddresses: 'any address' | readonly string[];
  readonly channels: readonly Channel[];
  readonly barredOperations: readonly OperationName[];
  readonly currencies: readonly Currency[];
  readonly cardStorage: boolean;
  /** Links that name a customer offer the customer's stored cards on their page (rule 48). */
  readonly storedCardsOnLinks: boolean;
  /** Also those of customers without a password: then the link alone opens the payment (rule 48). */
  readonly storedCardsWithoutPassword: boolean;
  /** Payment plans of its recurring sales may be charged (decisions: recurring sales). */
  readonly recurring: boolean;
  /** Must use 3D for payments by card number. */
  readonly threeDRequired: boolean;
  /** May still pay by the token of a stored card without 3D (dealer interface 2.2). */
  readonly tokenWithoutThreeD: boolean;
  /** May charge a card by its number without its CVC, on direct payments. */
  readonly cvcOptional: boolean;
  /** Each payment is charged where it costs the dealer least, of the virtual POS that may (decisions: choosing). */
  readonly preferCheapest: boolean;
  /** May capture up to 15 % more than was pre-authorised, without sub-dealers. */
  readonly captureAbove: boolean;
  /** Days after which a pre-authorisation is closed that nobody captured. */
  readonly preAuthorisationDays: number;
  /** May have the result of a 3D payment reported without a hash. Such a result proves nothing to the dealer. */
  readonly unsignedResult: boolean;
  /** A basket of a 3D payment that does not add up to its amount is refused. */
  readonly checkBasket: boolean;
  /** Pre-authorisation (IsPreAuth 1) on 3D payments from a shop. */
  readonly preAuthorisation: PoolSetting;
  readonly pool: PoolSetting;
  /**
   * Integrators whose id the dealer may send. A dealer without integrators sends no IntegratorId (dealer interface
   * 2.2).
   */
  readonly integratorIds: readonly number[];
  readonly installmentCounts: readonly number[];
  readonly agreementDate?: DayText;
  /** The "fixed amount in the service" of scenarios 4 and 5. */
  readonly fixedAmount: MinorUnits;
  /** Commission on the top dealer by installment count; `1` is the single payment. */
  readonly topDealerRates: Readonly<Record<string, Rate>>;
  readonly limits: LimitSettings;
  readonly cardLimit: CardLimit;
  readonly allowedRedirectHosts: 'any host' | readonly string[];
  /** Over how many shards the dealer's lists are spread. It never goes down: readers look in as many as there ever were. */
  readonly listingShards: number;
  /** Written with the webhooks, notice and message settings that want them; absent: nobody wants any. */
  readonly wantedEvents?: WantedEvents;
  /** Where the plain notice of a result is posted; without one there is none. */
  readonly noticeAddress?: string;
  /** The ends of its payment plans are posted there too. */
  readonly planNotice: boolean;
}

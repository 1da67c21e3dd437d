import { type DayText, isRealDay } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { cardTokenIn, isCardOf, type StoredCard } from '../card/stored-card.ts';
import type { Customer } from '../customer/customer.ts';
import type { Definition } from '../link/definition.ts';
import type { MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { type PlanType, type Sale, saleCurrencies } from './sale.ts';
import type { Schedule } from './schedule.ts';

/** A sale as a request wants it to be, with defaults, before any check (dealer interface 2.10). */
export interface SaleDraft {
  readonly customerCode?: string | undefined;
  readonly dealerCustomerId?: number | undefined;
  readonly productCode?: string | undefined;
  readonly dealerProductId?: number | undefined;
  readonly amount?: MinorUnits | undefined;
  readonly currency: string;
  readonly installmentNumber: number;
  /** 0 = none. */
  readonly dealerSaleScheduleId: number;
  readonly saleDate?: string | undefined;
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly howManyTrial: number;
  readonly description?: string | undefined;
  readonly planType: number;
  readonly dealerCustomerTypeId?: number | undefined;
  readonly defaultCard1Token?: string | undefined;
  readonly defaultCard2Token?: string | undefined;
  readonly defaultCard3Token?: string | undefined;
}

/** Both identifiers of a product. */
interface NamedProduct {
  readonly dealerProductId: number;
  readonly productCode: string;
}

/** A record by each identifier that was given; absent where it names none. */
export interface FoundByTwo<Entity> {
  readonly byId?: Entity | undefined;
  readonly byCode?: Entity | undefined;
}

/** The records of the dealer that a draft names. A definition may be another dealer's. */
export interface SaleReferenceFile {
  readonly customers: FoundByTwo<Customer>;
  readonly products: FoundByTwo<NamedProduct>;
  readonly schedule?: Schedule | undefined;
  readonly definition?: Definition | undefined;
  readonly cards: readonly StoredCard[];
}

/** A field by its name on the wire, and what is wrong with it: a sentence without its subject. */
export interface SaleProblem {
  readonly field: string;
  readonly problem: string;
}

interface SaleRule<Context> extends SaleProblem {
  readonly broken: (context: Context) => boolean;
}

/** With this plan type all steps are made by hand, and the sale has no schedule (dealer interface 2.10). */
const BY_HAND = 2;
const LAST_BEGIN: DayText = '21991231';
const A_DAY = 'must be a real day, written YYYYMMDD';

const isNoDay = (day: string | undefined): boolean => day !== undefined && !isRealDay(day);
const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;
const isNoToken = (token: string | undefined): boolean => token !== undefined && cardTokenIn(token) === undefined;

const cardFields = [
  ['DefaultCard1Token', 'defaultCard1Token'],
  ['DefaultCard2Token', 'defaultCard2Token'],
  ['DefaultCard3Token', 'defaultCard3Token'],
] as const;

/** The tokens that a draft names, in their order and in the form in which cards are stored. */
export const tokensOfDraft = (draft: SaleDraft): readonly string[] =>
  cardFields.map(([, name]) => cardTokenIn(draft[name] ?? '')).filter((token) => token !== undefined);

const draftRules: readonly SaleRule<SaleDraft>[] = [
  {
    field: 'CustomerCode',
    problem: 'or DealerCustomerId must be given',
    broken: ({ customerCode, dealerCustomerId }) => customerCode === undefined && dealerCustomerId === undefined,
  },
  { field: 'Amount', problem: 'is required', broken: ({ amount }) => amount === undefined },
  { field: 'Amount', problem: 'must be above 0', broken: ({ amount }) => amount === 0 },
  {
    field: 'Currency',
    problem: 'must be TL, USD or EUR, in capital letters; the lira is TL and not TRY',
    broken: ({ currency }) => !saleCurrencies.some((one) => one === currency),
  },
  {
    field: 'InstallmentNumber',
    problem: 'must be a whole number from 1 to 12',
    broken: ({ installmentNumber }) => !isBetween(installmentNumber, 1, 12),
  },
  {
    field: 'InstallmentNumber',
    problem: 'must be 1 where Currency is not TL',
    broken: ({ installmentNumber, currency }) => installmentNumber !== 1 && currency !== 'TL',
  },
  {
    field: 'PlanType',
    problem: 'must be 1 (from the schedule), 2 (by hand) or 3 (both)',
    broken: ({ planType }) => ![1, 2, 3].includes(planType),
  },
  {
    field: 'DealerSaleScheduleId',
    problem: 'is required unless PlanType is 2',
    broken: ({ planType, dealerSaleScheduleId }) => planType !== BY_HAND && dealerSaleScheduleId === 0,
  },
  { field: 'SaleDate', problem: A_DAY, broken: ({ saleDate }) => isNoDay(saleDate) },
  { field: 'BeginDate', problem: A_DAY, broken: ({ beginDate }) => isNoDay(beginDate) },
  {
    field: 'BeginDate',
    problem: 'is required unless PlanType is 2',
    broken: ({ planType, beginDate }) => planType !== BY_HAND && beginDate === undefined,
  },
  {
    field: 'BeginDate',
    problem: 'must be before the year 2200',
    broken: ({ beginDate = '' }) => beginDate > LAST_BEGIN,
  },
  { field: 'EndDate', problem: A_DAY, broken: ({ endDate }) => isNoDay(endDate) },
  {
    field: 'EndDate',
    problem: 'must not be before BeginDate',
    broken: ({ beginDate = '', endDate }) => endDate !== undefined && endDate < beginDate,
  },
  {
    field: 'HowManyTrial',
    problem: 'must be a whole number from 0 to 365',
    broken: ({ howManyTrial }) => !isBetween(howManyTrial, 0, 365),
  },
  {
    field: 'Description',
    problem: 'must not hold a card number',
    broken: ({ description }) => description !== undefined && holdsCardNumber(description),
  },
  ...cardFields.map(([field, name]) => ({
    field,
    problem: 'must be the token of a stored card',
    broken: (draft: SaleDraft) => isNoToken(draft[name]),
  })),
  {
    field: 'DefaultCard1Token',
    problem: 'or DealerCustomerTypeId must be given: a sale charges a card or sends a payment request',
    broken: (draft) => tokensOfDraft(draft).length === 0 && draft.dealerCustomerTypeId === undefined,
  },
  {
    field: 'DefaultCard2Token',
    problem: 'and DefaultCard3Token must name other cards than the ones before them',
    broken: (draft) => new Set(tokensOfDraft(draft)).size < tokensOfDraft(draft).length,
  },
];

interface Referring {
  readonly draft: SaleDraft;
  readonly dealerCode: string;
  readonly found: SaleReferenceFile;
}

const oneCustomer = ({ found: { customers } }: Referring): Customer | undefined => customers.byId ?? customers.byCode;
const oneProduct = ({ found: { products } }: Referring): NamedProduct | undefined => products.byId ?? products.byCode;

const namesProduct = ({ productCode, dealerProductId }: SaleDraft): boolean =>
  productCode !== undefined || dealerProductId !== undefined;

const isCardOfOther = ({ found: { cards, customers } }: Referring, text: string | undefined): boolean => {
  if (text === undefined) return false;
  const { dealerCustomerId = 0 } = customers.byId ?? customers.byCode ?? {};
  const card = cards.find(({ token }) => token === cardTokenIn(text));
  return card === undefined || !isCardOf(card, dealerCustomerId);
};

const referenceRules: readonly SaleRule<Referring>[] = [
  {
    field: 'CustomerCode',
    problem: 'names no customer of this dealer',
    broken: ({ draft: { customerCode }, found: { customers } }) =>
      customerCode !== undefined && customers.byCode === undefined,
  },
  {
    field: 'DealerCustomerId',
    problem: 'names no customer of this dealer',
    broken: ({ draft: { dealerCustomerId }, found: { customers } }) =>
      dealerCustomerId !== undefined && customers.byId === undefined,
  },
  {
    field: 'CustomerCode',
    problem: 'and DealerCustomerId do not belong to the same customer',
    broken: ({ found: { customers } }) =>
      customers.byId !== undefined &&
      customers.byCode !== undefined &&
      customers.byId.dealerCustomerId !== customers.byCode.dealerCustomerId,
  },
  {
    field: 'ProductCode',
    problem: 'names no product of this dealer',
    broken: ({ draft: { productCode }, found: { products } }) =>
      productCode !== undefined && products.byCode === undefined,
  },
  {
    field: 'DealerProductId',
    problem: 'names no product of this dealer',
    broken: ({ draft: { dealerProductId }, found: { products } }) =>
      dealerProductId !== undefined && products.byId === undefined,
  },
  {
    field: 'ProductCode',
    problem: 'and DealerProductId do not belong to the same product',
    broken: ({ found: { products } }) =>
      products.byId !== undefined &&
      products.byCode !== undefined &&
      products.byId.dealerProductId !== products.byCode.dealerProductId,
  },
  {
    field: 'DealerSaleScheduleId',
    problem: 'names no schedule of this dealer',
    broken: ({ draft: { planType }, found: { schedule } }) => planType !== BY_HAND && schedule === undefined,
  },
  {
    field: 'DealerCustomerTypeId',
    problem: 'names no definition of this dealer',
    broken: ({ draft: { dealerCustomerTypeId }, found: { definition }, dealerCode }) =>
      dealerCustomerTypeId !== undefined && definition?.dealerCode !== dealerCode,
  },
  ...cardFields.map(([field, name]) => ({
    field,
    problem: 'is not the token of a stored card of this customer',
    broken: (referring: Referring) => isCardOfOther(referring, referring.draft[name]),
  })),
];

const firstBroken = <Context>(rules: readonly SaleRule<Context>[], context: Context): SaleProblem | undefined => {
  const rule = rules.find(({ broken }) => broken(context));
  return rule === undefined ? undefined : { field: rule.field, problem: rule.problem };
};

/** The first rule about its own values that a draft breaks; undefined if it breaks none. */
export const problemOfDraft = (draft: SaleDraft): SaleProblem | undefined => firstBroken(draftRules, draft);

/** The first rule about other records that a draft breaks; undefined if it breaks none. */
export const problemOfReferences = (referring: Referring): SaleProblem | undefined =>
  firstBroken(referenceRules, referring);

/** What a sale stores of a draft. */
export type SaleDetails = Omit<
  Sale,
  'dealerCode' | 'version' | 'dealerSaleId' | 'saleCode' | 'createdAtMs' | 'pausedSinceMs' | 'deletedAtMs'
>;

/** What a sale stores of a draft that breaks no rule: customer and product have both their identifiers. */
export const detailsOfDraft = (referring: Referring): SaleDetails => {
  const { draft } = referring;
  const [customer, product] = [oneCustomer(referring), namesProduct(draft) ? oneProduct(referring) : undefined];
  const currency = saleCurrencies.find((one) => one === draft.currency);
  if (draft.amount === undefined || currency === undefined) throw new TypeError('a draft that was not checked');
  const token = (text: string | undefined) => (text === undefined ? undefined : cardTokenIn(text));
  const { saleDate, beginDate, endDate, description, dealerCustomerTypeId, planType } = draft;
  return {
    amount: draft.amount,
    currency,
    installmentNumber: draft.installmentNumber,
    dealerSaleScheduleId: planType === BY_HAND ? 0 : draft.dealerSaleScheduleId,
    howManyTrial: draft.howManyTrial,
    planType: planType as PlanType,
    ...omitUndefined({
      customerCode: customer?.customerCode,
      dealerCustomerId: customer?.dealerCustomerId,
      productCode: product?.productCode,
      dealerProductId: product?.dealerProductId,
      saleDate,
      beginDate,
      endDate,
      description,
      dealerCustomerTypeId,
      defaultCard1Token: token(draft.defaultCard1Token),
      defaultCard2Token: token(draft.defaultCard2Token),
      defaultCard3Token: token(draft.defaultCard3Token),
    }),
  };
};

import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { OWNER } from '../../support/card/waiting-card.ts';
import { CVC } from '../../support/payment/payer.ts';
import type { Seeded } from '../seeded.ts';
import { type DirectScene, FIRST_SUB_DEALER, MOST_SUB_DEALERS, USUAL_AMOUNT } from './direct-scene.ts';

/** How a call differs from the first request with its code. */
export type Variant = 'same' | 'other card' | 'other request' | 'other amount' | 'unreadable';

/** What calls of a variant ask for, by their description; undefined for one that cannot be read. */
const DESCRIPTIONS: Readonly<Record<Variant, string | undefined>> = {
  same: 'A payment',
  'other card': 'A payment',
  'other request': 'Another payment',
  'other amount': 'Another cart',
  unreadable: undefined,
};

/** What a call asks for: two calls of a code are the same request where this is the same (rule 13). */
export const askedBy = ({ variant }: { readonly variant: Variant }): string | undefined => DESCRIPTIONS[variant];

/** What the call of an attempt asked for. */
export const askedIn = ({ direct }: DirectAttempt): string | undefined => direct.description;

/** The request that calls are made from: the same code and payment. */
export interface DirectRequest {
  /** Undefined for a blank code. */
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether its card is stored with an approval. */
  readonly stores: boolean;
  readonly number: string;
  readonly byToken: boolean;
  /** No virtual POS of the dealer charges it, for it has no CVC. */
  readonly lacksPos: boolean;
}

export const lira = (amountMinor: number): number => amountMinor / 100;

/** An amount split into this many parts, none of them 0. */
const partsOf = (seeded: Seeded, amountMinor: number, count: number): readonly number[] => {
  const parts: number[] = [];
  let left = amountMinor;
  for (let index = count - 1; index > 0; index -= 1) {
    const part = 1 + seeded.below(Math.floor((left - index) / index));
    parts.push(part);
    left -= part;
  }
  return [...parts, left];
};

/** Fields of a SubDealer entry besides DealerId and Amount, by scenario (dealer interface 2.3 and 2.4). */
const ofScenario: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6, (part: number) => Record<string, unknown>>> = {
  1: () => ({}),
  2: () => ({ DealerCommissionRate: 2.5 }),
  3: (part) => ({ DealerCommissionAmount: lira(Math.floor(part / 10)) }),
  4: (part) => ({ GroupRevenueRate: 1, AmountToBeCommissioned: lira(part) }),
  5: (part) => ({ GroupRevenueAmount: lira(Math.floor(part / 20)), AmountToBeCommissioned: lira(part) }),
  6: (part) => ({ Amount: lira(Math.max(1, Math.floor(part * 0.9))) }),
};

/** CommissionScenario and SubDealer of a payment with up to this many sub-dealers. */
export const splitsOf = (seeded: Seeded, amountMinor: number, most: number): Record<string, unknown> => {
  const scenario = seeded.pick([1, 2, 3, 4, 5, 6] as const);
  const parts = partsOf(seeded, amountMinor, 1 + seeded.below(most));
  const SubDealer = parts.map((part, index) => ({
    DealerId: FIRST_SUB_DEALER + index,
    Amount: lira(part),
    ...ofScenario[scenario](part),
  }));
  return { CommissionScenario: scenario, SubDealer };
};

const customerOf = (seeded: Seeded): Record<string, unknown> | undefined =>
  seeded.pick([
    undefined,
    undefined,
    { CustomerCode: OWNER.customerCode, CardName: 'My card' },
    { DealerCustomerId: OWNER.dealerCustomerId },
    { CustomerCode: 'C-new', FirstName: 'Elif' },
  ]);

export const cardFields = (number: string): Record<string, unknown> => ({
  CardHolderFullName: 'Elif Deneme',
  CardNumber: number,
  ExpMonth: '09',
  ExpYear: '2031',
  CvcNumber: CVC,
});

/** A random payment, with this code or with none. */
export const newRequest = (seeded: Seeded, scene: DirectScene, code: string | undefined): DirectRequest => {
  const { dealer, cards, storedCard, storedNumber, withoutCvc } = scene;
  const amountMinor = 1000 + seeded.below(USUAL_AMOUNT * 2);
  const byToken = seeded.chance(0.2);
  const number = byToken ? storedNumber : seeded.pick(cards);
  const customer = byToken ? undefined : customerOf(seeded);
  const fields = {
    ...(byToken ? { CardToken: storedCard.token } : cardFields(number)),
    Amount: lira(amountMinor),
    IsPreAuth: seeded.chance(0.2) ? 1 : 0,
    InstallmentNumber: seeded.pick([0, 0, 3]),
    Description: DESCRIPTIONS.same,
    ...(code === undefined ? {} : { OtherTrxCode: code }),
    ...(seeded.chance(0.4) ? splitsOf(seeded, amountMinor, MOST_SUB_DEALERS) : {}),
    ...(customer === undefined ? {} : { CustomerInformation: customer }),
  };
  const lacksPos = byToken && !withoutCvc;
  return { code, fields, stores: dealer.cardStorage && customer !== undefined, number, byToken, lacksPos };
};

/** Another cart: another amount, and no sub-dealers any more. */
const withOtherAmount = (block: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { CommissionScenario: _scenario, SubDealer: _subDealers, ...rest } = block;
  return { ...rest, Amount: lira(Math.round(Number(block.Amount) * 100) + 100), InstallmentNumber: 0 };
};

/** The card of a call, and its request block. */
export const blockOf = (
  request: DirectRequest,
  { variant, clientIp, scene, seeded }: { variant: Variant; clientIp: string; scene: DirectScene; seeded: Seeded },
): Readonly<Record<string, unknown>> => {
  const block = { ...request.fields, ClientIP: clientIp };
  if (variant === 'other request') return { ...block, Description: DESCRIPTIONS[variant] };
  if (variant === 'other amount') return { ...withOtherAmount(block), Description: DESCRIPTIONS[variant] };
  if (variant === 'unreadable') return { ...block, Amount: 'a lot' };
  if (variant === 'same' || request.byToken) return block;
  return { ...block, ...cardFields(seeded.pick(scene.cards)) };
};

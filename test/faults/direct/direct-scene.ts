import { cardStored } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { stageItem } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { type StoredCard, tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';
import type { CardLimit, Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { LimitValues } from '../../../shared/domain/limit/limits.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault, plainHasher } from '../../support/card/card-storing.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { customerOf } from '../../support/dealer/records.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';
import { runPosOf } from '../run-account.ts';
import type { Seeded } from '../seeded.ts';
import type { World } from '../world.ts';

export const TABLE_NAME = 'faults';
export const MOST_SUB_DEALERS = 20;
export const FIRST_SUB_DEALER = 501;
/** About the amount of one payment. */
export const USUAL_AMOUNT = 10_000;

const DECLINED_CARDS = ['insufficient-funds', 'over-limit', 'do-not-honour'].map((id) => testCard(id).number);

const limitsOf = (seeded: Seeded): LimitValues => {
  const shards = seeded.pick([1, 8]);
  const daily = seeded.chance(0.4) ? 'unlimited' : minor(USUAL_AMOUNT * (1 + seeded.below(4)) + seeded.below(9999));
  return { daily, monthly: 'unlimited', shards };
};

const NO_CARD_LIMIT: CardLimit = { count: 'unlimited', amount: 'unlimited' };

const cardLimitOf = (seeded: Seeded): CardLimit => {
  if (seeded.chance(0.5)) return NO_CARD_LIMIT;
  const most = minor(USUAL_AMOUNT * (1 + seeded.below(3)) + seeded.below(9999));
  return { count: seeded.pick(['unlimited', 1, 3, 6]), amount: seeded.pick(['unlimited', most]) };
};

/** The scene of one seed: a dealer with limits, its virtual POS, sub-dealers, a customer and a stored card. */
export interface DirectScene {
  readonly dealer: Dealer;
  /** Card numbers that payments use. */
  readonly cards: readonly string[];
  readonly storedCard: StoredCard;
  /** The number of the card that is stored before the run. */
  readonly storedNumber: string;
  /** Whether the bank declines every card of this seed. */
  readonly declines: boolean;
  /** Whether the bank charges a card without its CVC, as that of a token. */
  readonly withoutCvc: boolean;
}

const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020100';

/** A card that is stored before a run, with every row that leads to it. */
export const cardOfRun = async (
  token: string,
  { number, storedAtMs }: { readonly number: string; readonly storedAtMs: number },
): Promise<{ readonly card: StoredCard; readonly writes: readonly Write[] }> => {
  const place = { dealerCode: 'D1', token, version: 1 };
  const sealed = await sealStoredCard(place, { ...KEPT, number }, openVault());
  const card = { ...place, ...sealed, customer: OWNER, maskedCard: maskCard(number), storedAtMs };
  const scope = `stored-card:${OWNER.dealerCustomerId}` as const;
  const hash = await plainHasher.hash({ dealerCode: 'D1', scope, number });
  return { card, writes: cardStored({ kind: 'new', card, hash }) };
};

/** Writes the scene of a seed into its store. */
export const setScene = async ({ seeded, clock, bank, store, circumstances }: World): Promise<DirectScene> => {
  // To reach the last attempt of a code (rule 10): every charge is declined, and the card's count has no limit.
  const declines = seeded.chance(0.12);
  const dealer = dealerWith({
    dealerCode: 'D1',
    ...topDealer,
    limits: { TL: { values: limitsOf(seeded) } },
    cardLimit: declines ? NO_CARD_LIMIT : cardLimitOf(seeded),
    cardStorage: seeded.chance(0.85),
  });
  const { gateway, horizonHours } = circumstances;
  const withoutCvc = gateway !== 'garanti' || seeded.aside('charges without CVC').chance(0.5);
  const pos = runPosOf(bank.account, { noRecordHorizonHours: horizonHours, withoutCvc });
  const { current, version } = virtualPosItems(pos);
  const subDealers = Array.from({ length: MOST_SUB_DEALERS }, (_, index) => subDealerWith(FIRST_SUB_DEALER + index));
  // Cards of 15 digits have a longer CVC than the one that the runs use.
  const picked = [bank.pickCard(), bank.pickCard(), testCard('frictionless').number];
  const usable = picked.filter((number) => number.length === 16);
  // A code whose first request was declined is tried again with another one that may be paid.
  const mixed = seeded.chance(0.4) ? [...DECLINED_CARDS.slice(0, 2), ...usable] : usable;
  const cards = declines ? DECLINED_CARDS : mixed;
  const storedNumber = seeded.pick(cards);
  const namesCustomer = seeded.aside('token that names the customer').chance(0.5);
  const stored = await cardOfRun(namesCustomer ? tokenOfCustomer(TOKEN, OWNER.dealerCustomerId) : TOKEN, {
    number: storedNumber,
    storedAtMs: clock.now(),
  });
  const storedCard = stored.card;
  const rows = [...customerItems(customerOf('D1', OWNER)), current, version];
  const writes: Write[] = [...rows.map((put) => ({ put })), ...stored.writes];
  await store.direct.transact(writes);
  await store.direct.transact(subDealers.map((one) => ({ put: subDealerItem(one) })));
  return { dealer, cards, storedCard, storedNumber, declines, withoutCvc };
};

/** Sets or ends the stage's charging pause (rule 18). */
export const brakeStage = async ({ store, clock }: World, paused: boolean): Promise<void> => {
  const put = stageItem({ version: 1, paused, tableName: TABLE_NAME, changedAtMs: clock.now() });
  await store.direct.transact([{ put }]);
};

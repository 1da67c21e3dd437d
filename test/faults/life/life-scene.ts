import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { testCards } from '../../../shared/nestpay/test-cards.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';
import { FIRST_SUB_DEALER, USUAL_AMOUNT } from '../direct/direct-scene.ts';
import { runPosOf } from '../run-account.ts';
import type { World } from '../world.ts';

const MOST_SUB_DEALERS = 5;
const CARD_DIGITS = 16;

/** Numbers of cards that pay, some of which are hard to capture, void or refund. */
const PAYING = testCards
  .filter(({ charge, number }) => charge === 'approved' && number.length === CARD_DIGITS)
  .map(({ number }) => number);

/** What one life is about: a payment of a dealer, in minor units. */
export interface LifeScene {
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
  readonly begins: 'direct' | 'link' | 'shop';
  readonly otherTrxCode: string;
  /** What is asked for; a payer's commission may be charged on top. */
  readonly amount: number;
  readonly preAuthorisation: boolean;
  readonly pooled: boolean;
  /** How many sub-dealers have a part at most. */
  readonly subDealers: number;
  /** Whether its dealer mostly voids. */
  readonly hasty: boolean;
  readonly pickCard: () => string;
}

const pickCardOf =
  ({ seeded, bank }: World) =>
  (): string => {
    const number = seeded.chance(0.8) ? seeded.pick(PAYING) : bank.pickCard();
    return number.length === CARD_DIGITS ? number : seeded.pick(PAYING);
  };

/** Draws the scene of a seed and writes it into the store. */
export const setLifeScene = async (world: World): Promise<LifeScene> => {
  const { seeded, bank, store, circumstances } = world;
  const amount = 1000 + seeded.below(USUAL_AMOUNT * 2);
  const begins = seeded.pick(['direct', 'direct', 'link', 'shop'] as const);
  // Some limits are short of a capture above what was authorised.
  const daily = minor(amount * seeded.pick([2, 6, 20]) - seeded.below(Math.floor(amount / 3)));
  const limits = { TL: { values: { daily, monthly: minor(amount * 60), shards: seeded.pick([1, 2]) } } };
  const dealer = dealerWith({
    dealerCode: 'D1',
    ...topDealer,
    limits,
    cardStorage: false,
    captureAbove: seeded.chance(0.6),
  });
  const pos = runPosOf(bank.account, { noRecordHorizonHours: circumstances.horizonHours });
  const { current, version } = virtualPosItems(pos);
  const subDealers = Array.from({ length: MOST_SUB_DEALERS }, (_, index) => subDealerWith(FIRST_SUB_DEALER + index));
  await store.direct.transact([current, version, ...subDealers.map(subDealerItem)].map((put) => ({ put })));
  return {
    dealer,
    pos,
    begins,
    amount,
    otherTrxCode: 'L-1',
    preAuthorisation: seeded.chance(0.5),
    pooled: seeded.chance(0.35),
    subDealers: seeded.chance(0.6) ? MOST_SUB_DEALERS : 0,
    hasty: seeded.chance(0.25),
    pickCard: pickCardOf(world),
  };
};

import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { type TestCard, testCard, testCards } from '../../../shared/nestpay/test-cards.ts';
import type { Seeded } from '../seeded.ts';

/** What the bank does that no answer of it tells. Drawn beside the run, which is otherwise as it would be without. */
const ODD_CARDS: readonly TestCard[] = ['declined-and-charged', 'credit-twice'].map(testCard);
const ODD_PROBABILITY = 0.08;

const PLAIN: readonly TestCard[] = ['approved', 'frictionless', 'approved-mastercard'].map(testCard);

/** The cards of runs at one kind of gateway, by what they cause. */
const cardsAt = (gateway: GatewayKind) => {
  const usual = testCards.filter((card) => !ODD_CARDS.includes(card) && (gateway === 'garanti' || !card.garanti));
  const only = usual.filter(({ garanti }) => garanti !== undefined);
  return {
    usual,
    chargeFaults: usual.filter(({ charge }) => typeof charge !== 'object' && charge !== 'approved'),
    hardToTakeBack: usual.filter(
      ({ takeBack, followUpFault }) => takeBack !== 'possible' || followUpFault !== undefined,
    ),
    // What its bank alone does takes the place of what it shows otherwise: it shows no sale as authorised.
    shownOtherwise: only.length > 0 ? only : usual.filter(({ shown }) => shown !== 'captured'),
    spoiltCallbacks: usual.filter(({ callback }) => callback !== 'once'),
  };
};

const CARDS = { nestpay: cardsAt('nestpay'), garanti: cardsAt('garanti') } as const satisfies Record<
  GatewayKind,
  object
>;

/** Picks cards of payers. `isOdd`: some have an odd one. */
export const cardPicker = (
  seeded: Seeded,
  { gateway, isOdd }: { readonly gateway: GatewayKind; readonly isOdd: boolean },
): (() => string) => {
  const oddities = seeded.aside('odd cards');
  const { usual, chargeFaults, hardToTakeBack, shownOtherwise, spoiltCallbacks } = CARDS[gateway];
  const numberOf = ({ number, garantiNumber = number }: TestCard): string =>
    gateway === 'garanti' ? garantiNumber : number;
  /** A few payers have a card that simply pays. The others have one that causes some fault of the bank. */
  return () => {
    const from = seeded.pick([
      PLAIN,
      chargeFaults,
      chargeFaults,
      spoiltCallbacks,
      hardToTakeBack,
      shownOtherwise,
      usual,
    ]);
    if (isOdd && oddities.chance(ODD_PROBABILITY)) return numberOf(oddities.pick(ODD_CARDS));
    return numberOf(seeded.pick(from));
  };
};

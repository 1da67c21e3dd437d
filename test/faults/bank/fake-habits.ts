import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { StandingCharge } from '../../../shared/ports/bank-answers.ts';
import type { ChargeType } from '../../../shared/ports/bank-order.ts';
import type { Seeded } from '../seeded.ts';
import type { BookedOrder } from '../world.ts';

/** The habits of a fake bank around its day. */
export interface BankHabits {
  /** When it closes its day, `HH:MM`, which may differ from its virtual POS. */
  readonly closesAt: string;
  /** The state in which it shows a whole sale on an open day. */
  readonly showsSaleAs: StandingCharge;
  /** Whether it voids sales that it shows as settled while its day is open. */
  readonly voidsSettled: boolean;
  /**
   * Whether a Void after a credit undoes the credit while the credit's day is open, as a Void of the latest
   * transaction.
   */
  readonly undoesCredits: boolean;
  /** Whether an inquiry shows a failed credit as the order's latest transaction. */
  readonly showsFailedCredits: boolean;
  /** Whether the Void of a capture takes the hold away too. */
  readonly voidTakesHold: boolean;
  /** The most that it captures, in percent of what was pre-authorised. */
  readonly capturePercent: number;
  /**
   * Whether it credits more than was charged, and voided charges too, and captures a hold again and again. Then only the
   * merchant prevents a double refund or capture.
   */
  readonly careless: boolean;
  /** Whether it credits on the day of the charge too, where it is careless. */
  readonly creditsOnOpenDay: boolean;
}

/** What is the same at every bank that speaks Garanti's protocol. */
const GARANTI_HABITS: Partial<BankHabits> = {
  showsSaleAs: 'captured',
  voidsSettled: false,
  undoesCredits: false,
  showsFailedCredits: false,
  voidTakesHold: false,
  creditsOnOpenDay: false,
};

export const habitsOf = (seeded: Seeded, gateway: GatewayKind): BankHabits => {
  const careless = seeded.chance(0.4);
  const drawn: BankHabits = {
    careless,
    // A careless bank closes on time: its merchant could not know that a late Void still works.
    closesAt: careless ? '22:00' : seeded.pick(['22:00', '22:00', '20:30', '23:30', '00:00']),
    showsSaleAs: seeded.pick(['captured', 'captured', 'authorised', 'settled']),
    voidsSettled: seeded.chance(0.5),
    undoesCredits: seeded.chance(0.5),
    showsFailedCredits: seeded.chance(0.5),
    voidTakesHold: seeded.chance(0.3),
    capturePercent: seeded.pick([100, 115, 115]),
    creditsOnOpenDay: true,
  };
  return gateway === 'garanti' ? { ...drawn, ...GARANTI_HABITS } : drawn;
};

/** What a charge's own card or bank makes hard. */
export interface Unwillingness {
  readonly takeBack: BookedOrder['takeBack'];
  /** How many credits it refuses before it accepts one. */
  readonly creditRefusals: number;
  /** How many captures it refuses before it accepts one. */
  readonly captureRefusals: number;
}

/** How willingly the bank reverses a charge. */
export const unwillingness = (seeded: Seeded, type: ChargeType): Unwillingness => {
  const takeBack = seeded.pick([
    'possible',
    'possible',
    'possible',
    'void-refused',
    'void-refused',
    'nothing',
  ] as const);
  return {
    // A pre-authorisation that is not captured can only be voided.
    takeBack: type === 'pre-authorisation' && takeBack === 'void-refused' ? 'nothing' : takeBack,
    creditRefusals: seeded.pick([0, 0, 0, 1, 2]),
    captureRefusals: type === 'sale' ? 0 : seeded.pick([0, 0, 0, 1]),
  };
};

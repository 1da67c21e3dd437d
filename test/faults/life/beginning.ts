import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { cardFields, lira, splitsOf } from '../direct/direct-requests.ts';
import type { Process, ProcessOptions } from '../processes.ts';
import type { World } from '../world.ts';
import type { LifeScene } from './life-scene.ts';

/** One invocation in a run. */
export interface Work {
  readonly process: Process;
  readonly work: () => Promise<unknown>;
}

/** How a life begins, and what payer or dealer may try again at any time of it. */
export interface Beginning {
  readonly payment: PaymentName;
  /** A call to pay, or to hear of the payment again. */
  call(options: ProcessOptions): Promise<Work>;
  /** Compares what was heard since the last time with what was heard before. */
  keepsItsWord(): Promise<void>;
}

/** The request block of a dealer's call with a card. */
export const paymentBlock = (
  { seeded }: World,
  { amount, otherTrxCode, preAuthorisation, pooled, subDealers }: LifeScene,
  card: string,
): Readonly<Record<string, unknown>> => ({
  ...cardFields(card),
  Amount: lira(amount),
  IsPreAuth: preAuthorisation ? 1 : 0,
  IsPoolPayment: pooled ? 1 : 0,
  InstallmentNumber: seeded.pick([0, 0, 3]),
  OtherTrxCode: otherTrxCode,
  ...(subDealers === 0 ? {} : splitsOf(seeded, amount, subDealers)),
});

/** What a call of a life asks for, by its description. */
export type AskedFor = 'A cart' | 'Another cart';

/** The same code for another cart: another amount, pooled or not the other way round, with new shares or none. */
export const anotherCart = (world: World, scene: LifeScene): Readonly<Record<string, unknown>> => {
  const { seeded } = world;
  const amount = scene.amount + 100 * (1 + seeded.below(20));
  const changed = { ...scene, amount, pooled: !scene.pooled, subDealers: seeded.pick([0, scene.subDealers]) };
  return paymentBlock(world, changed, scene.pickCard());
};

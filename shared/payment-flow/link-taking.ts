import type { Dealer } from '../domain/dealer/dealer.ts';
import type { Clock } from '../ports/clock.ts';
import type { LinkWithPlaces } from '../ports/reusable-links.ts';
import type { ChargingPause } from '../ports/stage-brake.ts';
import { type LinkStop, stopOfLink } from './link-stop.ts';
import { dealerWhoMayCharge } from './may-charge.ts';

export interface LinkTakingDependencies {
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly clock: Pick<Clock, 'now'>;
}

export type LinkTaking =
  | { readonly kind: 'takes'; readonly dealer: Dealer }
  /** `not-now`: its dealer, or the whole stage, takes no payments. */
  | { readonly kind: 'stopped'; readonly why: LinkStop | 'not-now' };

/** Whether a reusable link takes payments now. Its own state is told before that of its dealer. Throws StoreUnavailable. */
export const takingOfLink = async (
  found: LinkWithPlaces,
  { dealerOf, brake, clock }: LinkTakingDependencies,
): Promise<LinkTaking> => {
  const [known, stagePaused] = await Promise.all([dealerOf(found.link.dealerCode), brake.isOn()]);
  const stop = stopOfLink(found, clock.now());
  if (stop !== undefined) return { kind: 'stopped', why: stop };
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  return dealer === undefined ? { kind: 'stopped', why: 'not-now' } : { kind: 'takes', dealer };
};

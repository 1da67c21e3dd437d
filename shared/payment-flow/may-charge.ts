import type { Dealer } from '../domain/dealer/dealer.ts';

/** Who keeps new charges from beginning: operators pause one dealer, or the whole stage (rule 18). */
export type ChargingPausedBy = 'dealer' | 'stage';

/** Whose pause keeps a dealer's new charges from beginning; undefined where none does. A charge that runs goes on. */
export const chargingPausedBy = (
  { paused }: Pick<Dealer, 'paused'>,
  { stagePaused }: { readonly stagePaused: boolean },
): ChargingPausedBy | undefined => {
  if (paused) return 'dealer';
  return stagePaused ? 'stage' : undefined;
};

/** The dealer of a link where a new charge may begin: known, enabled, and nothing is paused. Undefined otherwise. */
export const dealerWhoMayCharge = (
  dealer: Dealer | undefined,
  stage: { readonly stagePaused: boolean },
): Dealer | undefined =>
  dealer?.enabled === true && chargingPausedBy(dealer, stage) === undefined ? dealer : undefined;

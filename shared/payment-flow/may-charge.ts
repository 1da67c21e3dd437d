import type { Dealer } from '../domain/dealer/dealer.ts';

/** Where the charging pause is set: operators pause one dealer, or the whole stage (rule 18). */
export type ChargingPausedBy = 'dealer' | 'stage';

/** Which pause stops new charges of a dealer; undefined when none does. Charges that run go on. */
export const chargingPausedBy = (
  { paused }: Pick<Dealer, 'paused'>,
  { stagePaused }: { readonly stagePaused: boolean },
): ChargingPausedBy | undefined => {
  if (paused) return 'dealer';
  return stagePaused ? 'stage' : undefined;
};

/** The dealer of a link, if it may charge now: known, enabled and not paused. Undefined otherwise. */
export const dealerWhoMayCharge = (
  dealer: Dealer | undefined,
  stage: { readonly stagePaused: boolean },
): Dealer | undefined =>
  dealer?.enabled === true && chargingPausedBy(dealer, stage) === undefined ? dealer : undefined;

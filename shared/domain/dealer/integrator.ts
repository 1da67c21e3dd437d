import type { Dealer } from './dealer.ts';

export const integratorSentence = 'IntegratorId must be that of an integrator company of this dealer, or left out.';

/** True if the dealer sends an IntegratorId of an integrator it does not work with (dealer interface 2.2). */
export const foreignIntegrator = (integratorId: number | undefined, { integratorIds }: Dealer): boolean =>
  integratorId !== undefined && !integratorIds.includes(integratorId);

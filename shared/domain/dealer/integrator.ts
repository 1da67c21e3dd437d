import type { Dealer } from './dealer.ts';

export const integratorSentence = 'IntegratorId must be that of an integrator company of this dealer, or left out.';

/** True for an IntegratorId that is sent by a dealer who does not work with that integrator (2.2). */
export const foreignIntegrator = (integratorId: number | undefined, { integratorIds }: Dealer): boolean =>
  integratorId !== undefined && !integratorIds.includes(integratorId);

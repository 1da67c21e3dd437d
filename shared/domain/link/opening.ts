import type { PaymentRequest } from './payment-request.ts';

/**
 * True while it is not noted that the payer opened the link. It is asked about links alone that have a contact to be sent
 * to: what was only handed to its dealer costs no write for it.
 */
export const awaitsOpening = ({ delivery, progress }: Pick<PaymentRequest, 'delivery' | 'progress'>): boolean =>
  progress.openedAtMs === undefined && (delivery.gsmNumber !== undefined || delivery.email !== undefined);

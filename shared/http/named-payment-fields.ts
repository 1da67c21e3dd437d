import * as z from 'zod/mini';
import type { MinorUnits } from '../domain/money/money.ts';
import type { PaymentIds } from '../domain/payment/payment-ids.ts';
import type { ShareEntry } from '../domain/payment/step-fields.ts';
import { MAX_SUB_DEALERS } from '../domain/split/payment-split.ts';
import { amount, list, recordId, text } from './fields.ts';
import type { EveryField } from './read-members.ts';

/** Members of every request about a payment that OtherTrxCode or VirtualPosOrderId names. */
export const namedPaymentMembers = {
  OtherTrxCode: text({ max: 128 }),
  VirtualPosOrderId: text({ max: 64 }),
  ClientIP: text({ max: 100 }),
};

/** SubDealer with the gross share of each sub-dealer. One object instead of a list occurs. */
export const sharesOfSubDealers = () =>
  list(z.object({ DealerId: recordId(), Amount: amount() }), { max: MAX_SUB_DEALERS, orOne: true });

/** SubDealer that names sub-dealers alone. */
export const namedSubDealers = () => list(z.object({ DealerId: recordId() }), { max: MAX_SUB_DEALERS, orOne: true });

type IdMembers = Readonly<Record<'OtherTrxCode' | 'VirtualPosOrderId', string | undefined>>;

/** Maps the names of the wire to those of the domain. */
export const paymentIdsOf = ({ OtherTrxCode, VirtualPosOrderId }: IdMembers): EveryField<PaymentIds> => ({
  otherTrxCode: OtherTrxCode,
  virtualPosOrderId: VirtualPosOrderId?.trim(),
});

/** Maps a SubDealer entry; one of a pool operation has no amount. */
export const shareOf = (entry: {
  readonly DealerId?: number | undefined;
  readonly Amount?: MinorUnits | undefined;
}): EveryField<ShareEntry> => ({ subDealerId: entry.DealerId, amount: entry.Amount });

import type { Delivery } from '../domain/outbox/delivery.ts';
import { type ToldOfPayment, toldOfPayment } from '../domain/outbox/event-of-payment.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Outbox } from '../ports/outbox.ts';

/** Most events of a payment whose deliveries are read, the latest first: each costs a trip, all side by side. */
const MOST_EVENTS = 20;

/** One delivery of an event of a payment, with what it tells. */
export interface DeliveryOfPayment {
  readonly type: ToldOfPayment['type'];
  readonly delivery: Delivery;
}

/** The deliveries of what was told of a payment, the latest event first. Events of other dealers are none. Throws StoreUnavailable. */
export const deliveriesOfPayment = async (
  payment: Payment,
  { deliveriesOf }: Pick<Outbox, 'deliveriesOf'>,
): Promise<readonly DeliveryOfPayment[]> => {
  const told = toldOfPayment(payment).slice(0, MOST_EVENTS);
  const found = await Promise.all(
    told.map(async ({ eventId, type }) =>
      (await deliveriesOf(eventId)).map((delivery): DeliveryOfPayment => ({ type, delivery })),
    ),
  );
  return found.flat().filter(({ delivery }) => delivery.dealerCode === payment.dealerCode);
};

import type { ToldDelivery } from '../../domain/desk/payment-life.ts';
import { eventsOfPayment } from '../../domain/outbox/events-of-payment.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import type { Outbox } from '../../ports/outbox.ts';

/** Events whose deliveries are read, the latest ones of a payment that had many steps: each costs a trip, all side by side. */
const MOST_EVENTS = 20;

/** The deliveries of what was told of a payment, by event. Those of another dealer are none. Throws StoreUnavailable and UnreadableRow. */
export const deliveriesOfPayment = async (
  payment: Payment,
  outbox: Pick<Outbox, 'deliveriesOf'>,
): Promise<readonly ToldDelivery[]> => {
  const events = eventsOfPayment(payment).slice(-MOST_EVENTS);
  const found = await Promise.all(
    events.map(async ({ eventId, type }) =>
      (await outbox.deliveriesOf(eventId)).map((delivery): ToldDelivery => ({ type, delivery })),
    ),
  );
  return found.flat().filter(({ delivery }) => delivery.dealerCode === payment.dealerCode);
};

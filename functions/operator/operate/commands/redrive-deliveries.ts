import { channelId } from '../../../../shared/domain/outbox/delivery.ts';
import { MOST_REDRIVEN, redriveSome } from '../../../../shared/domain/outbox/delivery-moves.ts';
import { changeCommand } from '../command.ts';
import { optional } from '../fields.ts';
import { day, shaped } from '../kinds.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';

const eventIdKind = shaped('id of an event', 'must be the id of an event', (text) =>
  /^[A-Za-z0-9-]{1,128}$/.test(text) ? text : undefined,
);

export const redriveDeliveries = changeCommand(
  {
    name: 'redrive-deliveries',
    group: 'Deliveries',
    summary: "Begin the tries of a dealer's dead deliveries of a day anew.",
    notes: [
      'A delivery is dead when its last try failed: the alarm DeliveriesDead rings. Redrive once the receiver answers again.',
      `At most ${MOST_REDRIVEN} at once. While "more" is true, send another command.`,
      'The next sweep sends them, within a minute.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      day: optional(day, 'Day of the event in Istanbul; today when not given.'),
      eventId: optional(eventIdKind, 'Only the deliveries of this event.'),
    },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode, day: asked, eventId }, call) => {
    const of = asked ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const dead = await call.deps.deliveries.deadOf({ dealerCode, day: of, listingShards });
    const wanted = dead.filter((one) => typeof eventId !== 'string' || one.eventId === eventId);
    const { deliveries, more } = redriveSome(wanted, call.nowMs);
    const redriven = deliveries.map((one) => ({ eventId: one.eventId, channel: channelId(one.channel) }));
    return {
      dealerCode,
      change: { kind: 'deliveries', record: { deliveries } },
      changed: redriven.length === 0 ? [] : ['state'],
      result: { dealerCode, day: of, redriven, more },
    };
  },
);

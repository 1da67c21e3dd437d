import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { channelId, deliveryStates } from '../../../../shared/domain/outbox/delivery.ts';
import { isResendable, resend } from '../../../../shared/domain/outbox/resend.ts';
import { endpointTestEvent } from '../../../../shared/domain/webhook/endpoint-events.ts';
import { DELIVERY_POSITION, type ListedDelivery } from '../../../../shared/ports/delivery-records.ts';
import { changeCommand, type Result, showCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { defaulted, optional, required } from '../fields.ts';
import { choice, day, shaped, whole } from '../kinds.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';
import { endpointIdField, existingEndpoint } from './webhook-fields.ts';

const GROUP = 'Webhooks';
const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

export const testWebhook = changeCommand(
  {
    name: 'test-webhook',
    group: GROUP,
    summary: 'Send the event endpoint.test to a webhook endpoint.',
    notes: ['It goes the way of every event: list-deliveries shows what the endpoint answered.'],
    fields: { dealerCode: dealerCodeField, endpointId: endpointIdField },
    example: { dealerCode: '1001', endpointId: 'shop' },
  },
  async ({ dealerCode, endpointId }, call) => {
    const { listingShards } = await existingDealer(dealerCode, call);
    const endpoint = await existingEndpoint({ dealerCode, endpointId }, call);
    if (!endpoint.enabled) throw notPossible('This webhook is switched off: put it with enabled true first.');
    const eventId = call.deps.randomness.guid().toLowerCase();
    const event = endpointTestEvent(endpoint, { eventId, nowMs: call.nowMs, listingShards });
    return {
      dealerCode,
      change: { kind: 'event', record: event },
      changed: ['event'],
      result: { dealerCode, endpointId, eventId },
    };
  },
);

const shownDelivery = ({ delivery, event }: ListedDelivery): Result => {
  const { eventId, channel, state, tries, createdAtMs, lastTryAtMs, dueAtMs, detail } = delivery;
  return omitUndefined({
    eventId,
    type: event?.type,
    channel: channelId(channel),
    state,
    tries,
    createdAt: shownTime(createdAtMs),
    lastTryAt: lastTryAtMs === undefined ? undefined : shownTime(lastTryAtMs),
    nextTryAt: state === 'waiting' ? shownTime(dueAtMs) : undefined,
    detail,
    paymentId: event?.facts.payment?.paymentId ?? event?.facts.link?.paymentId,
  });
};

export const listDeliveries = showCommand(
  {
    name: 'list-deliveries',
    group: GROUP,
    summary: 'List what a dealer and its payers were told on a day, by every channel, oldest first.',
    notes: [
      '"state": waiting (its next try is due), done, refused (there was nothing to tell any more), gone (the endpoint is switched off), dead (every try failed).',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a state is asked for.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      day: optional(day, 'Day of the event in Istanbul; today when not given.'),
      state: optional(choice(deliveryStates), 'Only deliveries in this state.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most deliveries in the answer.' }),
      cursor: cursorOf(DELIVERY_POSITION),
    },
    example: { dealerCode: '1001', limit: 50 },
  },
  async (input, call) => {
    const { dealerCode, state } = input;
    const of = input.day ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const { found, next } = await search({
      limit: input.limit ?? DEFAULT_PAGE,
      after: input.cursor ?? undefined,
      page: (page) => call.deps.deliveryRecords.pageOfDay({ dealerCode, day: of, listingShards, ...page }),
      wanted: typeof state === 'string' ? ({ delivery }) => delivery.state === state : undefined,
    });
    return { dealerCode, day: of, deliveries: found.map(shownDelivery), ...(next === undefined ? {} : { next }) };
  },
);

const part = (pattern: RegExp, problem: string) =>
  shaped('text, as list-deliveries shows it', problem, (text) => (pattern.test(text) ? text : undefined));

export const resendDelivery = changeCommand(
  {
    name: 'resend-delivery',
    group: GROUP,
    summary: 'Send an event to a webhook endpoint, or as a plain notice, again.',
    notes: [
      'It is sent within a minute, with the same body and id, and tried as often as a new one.',
      'A webhook that is not waiting is sent again whether it arrived or not. Messages to payers are not: those count.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      eventId: required(
        part(/^[A-Za-z0-9-]{1,128}$/, 'must be an event id, as list-deliveries shows it'),
        'The event.',
      ),
      channel: required(
        part(/^[a-z0-9:-]{1,64}$/, 'must be a channel, as list-deliveries shows it'),
        'The channel, such as webhook:shop or notice.',
      ),
    },
    example: { dealerCode: '1001', eventId: 'k3v7q2mzt5w4y6xa2bcdefgh3i-link-paid', channel: 'webhook:shop' },
  },
  async ({ dealerCode, eventId, channel }, call) => {
    const stored = await call.deps.deliveryRecords.find(dealerCode, eventId, channel);
    if (stored === undefined) throw notFound(`delivery of that event by that channel for dealer ${dealerCode}`);
    if (!isResendable(stored)) throw notPossible('A message to a payer is not sent again by this command.', 'channel');
    const record = resend(stored, call.nowMs);
    if (record === undefined) throw notPossible('This delivery waits for its next try: it is sent by itself.');
    return {
      dealerCode,
      change: { kind: 'deliveries', record: { deliveries: [record] } },
      changed: ['delivery'],
      result: { dealerCode, eventId, channel },
    };
  },
);

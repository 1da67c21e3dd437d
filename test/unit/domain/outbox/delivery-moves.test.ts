import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChannelKind,
  channelId,
  channelKinds,
  channelNamed,
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
  laneOf,
  nextTry,
} from '../../../../shared/domain/outbox/delivery.ts';
import {
  beginTry,
  DELIVERY_LEASE_MS,
  endTry,
  isDue,
  newDelivery,
  newJoinedDelivery,
  redrive,
} from '../../../../shared/domain/outbox/delivery-moves.ts';

const NOW = Date.UTC(2027, 0, 15, 9);
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const CHANNELS: Readonly<Record<ChannelKind, DeliveryChannel>> = {
  webhook: { kind: 'webhook', endpointId: 'e-1' },
  notice: { kind: 'notice' },
  sms: { kind: 'sms', round: 1 },
  email: { kind: 'email', round: 2 },
  receipt: { kind: 'receipt', to: 'payer', round: 1 },
  'desk-mail': { kind: 'desk-mail' },
};

const deliveryBy = (kind: ChannelKind): Delivery =>
  newDelivery({ eventId: 'p-link-paid', dealerCode: '1001', listingShards: 1 }, CHANNELS[kind], NOW);

const AGAIN: DeliveryOutcome = { kind: 'again', detail: 'HTTP 500' };

/** The delivery after a try with this outcome, and the time of that try. */
const tried = (delivery: Delivery, outcome: DeliveryOutcome) => {
  const begun = beginTry(delivery, delivery.dueAtMs);
  if (begun?.kind !== 'try') throw new Error('no try');
  return endTry(begun.delivery, outcome, delivery.dueAtMs);
};

/** The pauses between tries that all fail. */
const pausesOf = (kind: ChannelKind): readonly number[] => {
  const pauses: number[] = [];
  let [delivery, beforeMs] = [deliveryBy(kind), NOW];
  while (delivery.state === 'waiting') {
    pauses.push(delivery.dueAtMs - beforeMs);
    beforeMs = delivery.dueAtMs;
    delivery = tried(delivery, AGAIN);
  }
  expect(delivery.state).toBe('dead');
  return pauses;
};

describe('The tries of a delivery', () => {
  test.each([
    ['webhook', [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)]],
    ['notice', [0, 5 * SECOND_MS, 5 * MINUTE_MS]],
    ['sms', [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]],
    ['email', [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]],
    ['receipt', [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]],
  ] as const)('%s: after the last one it is dead', (kind, pauses) => {
    expect(pausesOf(kind)).toEqual(pauses);
    expect(nextTry(CHANNELS[kind], pauses.length, NOW)).toBeUndefined();
  });

  test.each([
    ['done', 'done'],
    ['never', 'refused'],
    ['gone', 'gone'],
  ] as const)('%s ends it as %s, and no try follows', (kind, state) => {
    const ended = tried(deliveryBy('webhook'), { kind, detail: 'told' });
    expect(ended).toMatchObject({ state, tries: 1, detail: 'told', endedAtMs: NOW });
    expect(beginTry(ended, NOW + DELIVERY_LEASE_MS)).toBeUndefined();
  });

  test('one worker has it at a time, and its lease ends', () => {
    const delivery = deliveryBy('notice');
    const begun = beginTry(delivery, NOW)?.delivery ?? delivery;
    expect(beginTry(begun, NOW + DELIVERY_LEASE_MS - 1)).toBeUndefined();
    expect(beginTry(begun, NOW + DELIVERY_LEASE_MS)).toMatchObject({ kind: 'try', delivery: { tries: 2, unheard: 1 } });
  });

  test('words of a receiver are cut, and a redrive begins anew', () => {
    const dead = { ...deliveryBy('sms'), state: 'dead', tries: 4, unheard: 2, endedAtMs: NOW } as const;
    expect(redrive(dead, NOW + 1)).toMatchObject({ state: 'waiting', tries: 0, dueAtMs: NOW + 1 });
    expect(redrive(dead, NOW + 1)).not.toHaveProperty('unheard');
    expect(redrive(deliveryBy('sms'), NOW)).toBeUndefined();
    expect(redrive({ ...dead, state: 'done' }, NOW)).toBeUndefined();
    expect(tried(deliveryBy('webhook'), { kind: 'done', detail: 'x'.repeat(900) }).detail).toHaveLength(200);
  });

  test('every channel and every lane has a name of its own', () => {
    const channels = [...Object.values(CHANNELS), { kind: 'email', round: 1 } as const];
    expect(new Set(channels.map(channelId)).size).toBe(channels.length);
    const lanes = channels.map((channel) => laneOf({ dealerCode: '1001', channel }));
    expect(new Set(lanes)).toEqual(
      new Set(['1001#webhook#e-1', '1001#desk-mail', '1001#notice', '1001#sms', '1001#email', '1001#receipt']),
    );
  });
});

describe('Whatever happens to a delivery', () => {
  /** What becomes of a try: an end, a failure, an answer that was lost, or a crash before anything was recorded. */
  const fates = fc.array(fc.constantFrom('done', 'never', 'gone', 'again', 'lost', 'crash'), { maxLength: 40 });

  test('it ends, and a message that a person reads goes out twice at most', () => {
    fc.assert(
      fc.property(fc.constantFrom(...channelKinds), fates, (kind, fate) => {
        let [delivery, out] = [deliveryBy(kind), 0];
        for (const one of [...fate, ...Array.from({ length: 20 }, () => 'crash' as const)]) {
          const begun = beginTry(delivery, delivery.dueAtMs);
          if (begun === undefined) break;
          expect(begun.delivery.version).toBe(delivery.version + 1);
          delivery = begun.delivery;
          if (begun.kind === 'dead') break;
          if (one === 'done' || one === 'lost' || one === 'crash') out += 1;
          if (one === 'crash') continue;
          const outcome = one === 'lost' ? { ...AGAIN, maybeSent: true as const } : { kind: one, detail: '' };
          delivery = endTry(delivery, outcome, delivery.dueAtMs);
        }
        expect(delivery.state).not.toBe('waiting');
        expect(out).toBeLessThanOrEqual(kind === 'webhook' ? 10 : kind === 'notice' ? 3 : 2);
      }),
      { numRuns: 400 },
    );
  });
});

describe('What a delivery is known by, and what is kept of it', () => {
  test('each channel of an event is one text of its own', () => {
    expect(channelKinds.map((kind) => channelId(CHANNELS[kind]))).toEqual([
      'webhook:e-1',
      'notice',
      'sms:1',
      'email:2',
      'receipt:payer:1',
      'desk-mail',
    ]);
    expect(channelId({ kind: 'receipt', to: 'dealer', round: 2 })).toBe('receipt:dealer:2');
  });

  test('why it is dead: the words of the last try, or that it may have arrived twice', () => {
    const leased = { ...deliveryBy('notice'), tries: 3, dueAtMs: NOW };
    expect(beginTry(leased, NOW)).toMatchObject({ kind: 'dead', delivery: { state: 'dead', detail: 'no answer' } });
    expect(beginTry({ ...leased, detail: 'HTTP 500' }, NOW)?.delivery.detail).toBe('HTTP 500');
    const twice = { ...deliveryBy('sms'), unheard: 2 };
    expect(beginTry(twice, NOW)).toMatchObject({
      kind: 'dead',
      delivery: { state: 'dead', detail: 'it may have been sent twice', endedAtMs: NOW },
    });
    expect(beginTry({ ...twice, channel: CHANNELS.receipt }, NOW)?.kind).toBe('dead');
    expect(beginTry({ ...twice, channel: CHANNELS.email }, NOW)?.kind).toBe('dead');
    expect(beginTry({ ...twice, channel: CHANNELS.notice }, NOW)?.kind).toBe('try');
  });

  test('a try of which everything is known counts no message that may have arrived', () => {
    const begun = beginTry(deliveryBy('sms'), NOW);
    expect(begun?.delivery).not.toHaveProperty('unheard');
    expect(begun && endTry(begun.delivery, AGAIN, NOW)).not.toHaveProperty('unheard');
  });

  test('of what a try met 200 characters are kept', () => {
    const again = tried(deliveryBy('webhook'), { kind: 'again', detail: 'x'.repeat(201) });
    expect(again.detail).toBe('x'.repeat(200));
  });

  test('a new start is a new version', () => {
    expect(redrive({ ...deliveryBy('webhook'), state: 'dead', version: 7 }, NOW)?.version).toBe(8);
  });
});

describe('A channel as one text', () => {
  const channels: fc.Arbitrary<DeliveryChannel> = fc.oneof(
    fc.stringMatching(/^[a-z0-9-]{1,20}$/).map((endpointId) => ({ kind: 'webhook', endpointId }) as const),
    fc.constantFrom<DeliveryChannel>({ kind: 'notice' }, { kind: 'desk-mail' }),
    fc.record({ kind: fc.constantFrom('sms', 'email'), round: fc.nat(999) }),
    fc.record({ kind: fc.constant('receipt' as const), to: fc.constantFrom('payer', 'dealer'), round: fc.nat(999) }),
  );

  test('names that channel again', () => {
    fc.assert(
      fc.property(channels, (channel) => {
        expect(channelNamed(channelId(channel))).toEqual(channel);
      }),
    );
  });

  test.each([
    '',
    'webhook',
    'webhook:',
    'notice:1',
    'sms',
    'sms:',
    'sms:x',
    'sms:1:2',
    'fax:1',
    'receipt:payer',
    'receipt:bank:1',
  ])('"%s" names none', (text) => expect(channelNamed(text)).toBeUndefined());
});

describe('A delivery that joins its event', () => {
  const event = { eventId: 'p-link-paid', dealerCode: '1001', listingShards: 1 };

  test('is a new one with that mark, which it keeps through all its moves', () => {
    const joined = newJoinedDelivery(event, CHANNELS.webhook, NOW);
    expect(joined).toEqual({ ...newDelivery(event, CHANNELS.webhook, NOW), joined: true });
    const dead = { ...tried(tried(joined, AGAIN), { kind: 'never', detail: 'over' }), state: 'dead' } as const;
    expect([dead.joined, redrive(dead, NOW)?.joined]).toEqual([true, true]);
  });

  test('is due from its moment on while it waits, and not while it is leased or over', () => {
    const joined = newJoinedDelivery(event, CHANNELS.webhook, NOW);
    expect([isDue(joined, NOW - 1), isDue(joined, NOW)]).toEqual([false, true]);
    const begun = beginTry(joined, NOW)?.delivery ?? joined;
    expect([isDue(begun, NOW + DELIVERY_LEASE_MS - 1), isDue(begun, NOW + DELIVERY_LEASE_MS)]).toEqual([false, true]);
    expect(isDue(tried(joined, { kind: 'done', detail: '' }), NOW + DELIVERY_LEASE_MS)).toBe(false);
  });
});

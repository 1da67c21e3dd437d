import { describe, expect, test } from 'vitest';
import {
  MAX_ATTEMPTS_PER_LINK,
  MAX_ATTEMPTS_PER_WINDOW,
  windowStartOf,
} from '../../../../shared/domain/link/attempt-count.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { SupersededCall } from '../../../../shared/domain/three-d-payment/repeated-call.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { BASE_URL, linkInMemory } from '../../../support/payment/link-in-memory.ts';

const MINUTE_MS = 60_000;
const LATER = { kind: 'declined', advice: 'try-later' };
const usedUp: Partial<PaymentRequest> = { progress: { ...NO_PROGRESS, attempts: MAX_ATTEMPTS_PER_LINK } };
const paused: Partial<PaymentRequest> = {
  progress: {
    ...NO_PROGRESS,
    attempts: 5,
    windowStartMs: windowStartOf(new FakeClock().now()),
    windowAttempts: MAX_ATTEMPTS_PER_WINDOW.link,
  },
};

/** A link whose bank has not answered. */
const unanswered = async (link: Partial<PaymentRequest> = {}) => {
  const scene = await linkInMemory({ link });
  scene.met.charge = { kind: 'unknown', cause: 'time-out' };
  await scene.pay();
  return scene;
};

describe('“Try again” while the bank has not answered (rule 7)', () => {
  test('changes nothing for three minutes, and then tells that the attempt failed, and frees the link', async () => {
    const scene = await unanswered();
    scene.clock.advance(3 * MINUTE_MS - 1);
    const before = scene.table.rows();
    expect(await scene.post({ action: 'retry' })).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.table.rows()).toEqual(before);
    scene.clock.advance(1);
    expect(await scene.post({ action: 'retry' })).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.ends()).toEqual([['charging', undefined, 'failed']]);
    const { state, progress } = await scene.linkNow();
    expect([state, progress.activeAttempt]).toEqual(['open', undefined]);
    expect(await scene.pay()).not.toMatchObject(LATER);
    expect(scene.attempts()).toHaveLength(2);
  });

  test('after the last attempt closes the link, and passes its payer on (rule 33)', async () => {
    const scene = await unanswered({ progress: { ...NO_PROGRESS, attempts: MAX_ATTEMPTS_PER_LINK - 1 } });
    scene.clock.advance(3 * MINUTE_MS);
    expect(await scene.post({ action: 'retry' })).toMatchObject({ kind: 'link', passOn: true });
    const { state, progress } = await scene.linkNow();
    expect([state, progress.result?.code]).toEqual(['failed', '021']);
    expect(progress.result?.resultReference).toMatch(/^\w{26}\.[\w-]{22}$/);
  });

  test('changes nothing where no attempt is active', async () => {
    const scene = await linkInMemory();
    const before = scene.table.rows();
    expect(await scene.post({ action: 'retry' })).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.table.rows()).toEqual(before);
  });
});

describe('Giving up', () => {
  test.each<[string, Partial<PaymentRequest>]>([
    ['can be paid', {}],
    ['pauses', paused],
    ['has no attempt left', usedUp],
  ])('closes a link that %s, and leads to its result', async (_state, link) => {
    const scene = await linkInMemory({ link });
    const outcome = await scene.post({ action: 'give-up' });
    const { state, progress } = await scene.linkNow();
    expect([state, progress.result]).toMatchObject(['failed', { code: '001', orderId: '', atMs: scene.clock.now() }]);
    const location = `${BASE_URL}/result/${progress.result?.resultReference}?lang=en`;
    expect(outcome).toEqual({ kind: 'moved', location });
    expect(progress.result?.resultReference).toMatch(/^\w{26}\.[\w-]{22}$/);
  });

  test('tells the code of the last decline', async () => {
    const scene = await linkInMemory();
    scene.met.charge = { kind: 'declined', code: '004', procReturnCode: '05' };
    await scene.pay();
    await scene.post({ action: 'give-up' });
    expect((await scene.linkNow()).progress.result?.code).toBe('004');
  });

  test('is not possible while the bank is asked, nor of a link that is paid', async () => {
    const asked = await unanswered();
    expect(await asked.post({ action: 'give-up' })).toMatchObject({ kind: 'link' });
    expect((await asked.linkNow()).state).toBe('open');
    const paid = await linkInMemory();
    await paid.pay();
    expect(await paid.post({ action: 'give-up' })).toMatchObject({ kind: 'link' });
    expect((await paid.linkNow()).state).toBe('paid');
  });
});

describe('What a post begins', () => {
  test.each<[string, Partial<PaymentRequest>, boolean]>([
    ['pauses', paused, false],
    ['has no attempt left', usedUp, true],
    ['is over', { expiresAtMs: new FakeClock().now() }, false],
    ['is cancelled', { state: 'cancelled' }, false],
  ])('is nothing of a link that %s: the link itself tells why', async (_state, link, passOn) => {
    const scene = await linkInMemory({ link });
    for (const action of ['another-card', 'look', 'retry'] as const) {
      expect(await scene.post({ action })).toMatchObject({ kind: 'link', passOn });
    }
    expect(await scene.post({ action: 'quote', bin: '41111111' })).toMatchObject({ kind: 'link', passOn });
    expect(await scene.pay()).toMatchObject({ kind: 'link', passOn });
    expect([scene.attempts(), scene.met.asked.charge]).toEqual([[], []]);
  });

  test('is the form for another card, or the link again, of a link that can be paid', async () => {
    const scene = await linkInMemory();
    expect(await scene.post({ action: 'another-card' })).toMatchObject({
      kind: 'form',
      link: { token: scene.link.token },
    });
    expect(await scene.post({ action: 'look' })).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.attempts()).toEqual([]);
  });

  test('is nothing at an address that no link has', async () => {
    const scene = await linkInMemory();
    const token = `${scene.link.token.slice(0, -1)}${scene.link.token.endsWith('A') ? 'Q' : 'A'}`;
    expect(await scene.post({ action: 'look' }, { token })).toEqual({ kind: 'unknown' });
  });
});

test.each([
  ['is given back', 'refunded', true],
  ['was never charged', 'declined', false],
] as const)(
  'At the address of an earlier call, whose payment %s, its payer hears that it began again',
  async (_what, state, wasCharged) => {
    const { link, ports } = await linkInMemory();
    const superseded = { attempts: [{ state }] } as unknown as SupersededCall['superseded'];
    const found = { findByToken: async () => undefined, findSuperseded: async () => ({ link, superseded }) };
    const changes = { paymentRequests: { ...ports.paymentRequests, ...found } };
    const scene = await linkInMemory({ changes });
    const outcome = await scene.post({ action: 'look' }, { token: link.token });
    expect(outcome).toEqual({ kind: 'begun-again', link, wasCharged });
  },
);

describe('Two posts at once (rule 2)', () => {
  test('are two attempts on the link as each left it, and of two charges the first one alone is sent', async () => {
    const scene = await linkInMemory();
    scene.met.charge = { kind: 'unknown', cause: 'time-out' };
    const outcomes = await Promise.all([scene.pay(), scene.pay()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['link', 'link']);
    expect([scene.met.asked.charge.length, scene.attempts().length]).toEqual([1, 1]);
  });

  test('go on on the link as another post changed it, and look the bank of the card up once', async () => {
    const scene = await linkInMemory();
    scene.met.beforeWrite = async () => {
      scene.met.beforeWrite = async () => undefined;
      await scene.changeLink({});
    };
    expect(await scene.pay()).toMatchObject({ kind: 'moved' });
    expect([scene.attempts().length, scene.met.bins.length]).toEqual([1, 1]);
  });

  test('that meet others three times are asked to try later, and nothing is written', async () => {
    const scene = await linkInMemory();
    let rounds = 0;
    scene.met.beforeWrite = async () => {
      rounds += 1;
      await scene.changeLink({});
    };
    expect(await scene.pay()).toMatchObject(LATER);
    expect([rounds, scene.attempts(), scene.met.asked.charge]).toEqual([3, [], []]);
  });

  test('of which one gives up while the other is charged: the link waits for the bank, and is not closed', async () => {
    const scene = await linkInMemory();
    scene.met.charge = { kind: 'unknown', cause: 'time-out' };
    scene.met.beforeWrite = async () => {
      scene.met.beforeWrite = async () => undefined;
      await scene.pay();
    };
    expect(await scene.post({ action: 'give-up' })).toMatchObject({ kind: 'link' });
    const { state, progress } = await scene.linkNow();
    expect([state, progress.result]).toEqual(['open', undefined]);
  });
});

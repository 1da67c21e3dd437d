import { describe, expect, test } from 'vitest';
import { binItem } from '../../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { customerKeys } from '../../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { customerItems } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { keys } from '../../../../shared/adapters/dynamodb/keys.ts';
import { virtualPosItems } from '../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { MAX_ATTEMPTS_PER_WINDOW, windowStartOf } from '../../../../shared/domain/link/attempt-count.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { DEALER, NUMBER, type StoredCardScene, storedCardScene } from './stored-card-scene.ts';

const PASSWORD = 'gizli-parola-9';
const ANOTHER = 'try-another-card';

describe('The stored cards that a link offers (rule 48)', () => {
  test('are those of its own customer, and one of them pays', async () => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    const foreign = await scene.addCard(await scene.addCustomer({ dealerCustomerId: 100_002, customerCode: 'C-2' }));
    expect(await scene.offered()).toEqual([reference]);
    expect(await scene.pay(foreign)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect(scene.opened).not.toContain('card');
    expect(await scene.choose(foreign)).toMatchObject({ kind: 'declined' });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'gate' });
    expect(scene.posts).toHaveLength(1);
    expect(scene.attempts()).toEqual([['authenticating', undefined]]);
  });

  test.each<[string, (scene: StoredCardScene) => unknown]>([
    [
      'the customer’s code now belongs to another customer, and the customer has a new one',
      async ({ put, customer, addCustomer }) => {
        await put(...customerItems({ ...customer, customerCode: 'C-9', version: 2 }));
        await addCustomer({ dealerCustomerId: 100_002, customerCode: 'C-1' });
      },
    ],
    [
      'the customer is gone',
      ({ table, customer }) => table.transact([{ remove: customerKeys.byId(DEALER, customer.dealerCustomerId) }]),
    ],
    ['the dealer’s links offer none any more', ({ changeDealer }) => changeDealer({ storedCardsOnLinks: false })],
    [
      'the dealer asks for a password, and the customer has none',
      ({ changeDealer }) => changeDealer({ storedCardsWithoutPassword: false }),
    ],
    [
      'no virtual POS takes a stored card',
      ({ put }) => put(virtualPosItems(posWith({ dealerCode: DEALER, serverStart: false })).current),
    ],
  ])('are none, and none is payable, once %s', async (_since, change) => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.offered()).toEqual([reference]);
    await change(scene);
    expect(await scene.offered()).toEqual([]);
    expect(await scene.choose(reference)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });
});

describe('Where some virtual POS of the dealer take stored cards from the server and others do not (rule 25)', () => {
  const OTHER_NUMBER = testCard('approved-mastercard').number;

  test('the cards of the former alone are offered', async () => {
    const scene = await storedCardScene();
    await scene.put(virtualPosItems({ ...scene.other, serverStart: false }).current);
    await scene.put(binItem({ bin: OTHER_NUMBER.slice(0, 6), bankCode: scene.other.bankCode }));
    const taken = await scene.addCard(scene.customer);
    await scene.addCard(scene.customer, { number: OTHER_NUMBER, expiryMonth: '12', expiryYear: '2030' });
    expect(await scene.offered()).toEqual([taken]);
  });

  test('a card whose whole number is of the latter is declined, and posted nowhere', async () => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    await scene.put(virtualPosItems({ ...scene.other, serverStart: false }).current);
    await scene.put(binItem({ bin: NUMBER.slice(0, 8), bankCode: scene.other.bankCode }));
    const choice = { count: 1, total: minor(10_150) };
    expect(await scene.pay(reference, { choice })).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
  });
});

describe('A stored card of a dealer who prefers the cheapest virtual POS (decisions: choosing)', () => {
  const totalsIn = async (serverStart: boolean) => {
    const scene = await storedCardScene({ dealer: { preferCheapest: true } });
    await scene.put(virtualPosItems({ ...scene.other, serverStart }).current);
    const reference = await scene.addCard(scene.customer);
    expect(await scene.offered()).toEqual([reference]);
    const form = await scene.choose(reference);
    const totals = form.kind === 'stored-card' ? form.quotes.map(({ count, total }) => [count, total]) : [];
    return { scene, reference, totals };
  };

  test('is quoted and paid at the cheapest of those that take stored cards', async () => {
    const { scene, reference, totals } = await totalsIn(true);
    expect(totals).toEqual([[1, 10_150]]);
    await scene.pay(reference, { choice: { count: 1, total: minor(10_150) } });
    expect(scene.posts.map(([{ posId }]) => posId)).toEqual(['akbank']);
  });

  test('passes over a cheaper one that takes none', async () => {
    const { scene, reference, totals } = await totalsIn(false);
    expect(totals).toEqual([[1, 10_200]]);
    await scene.pay(reference);
    expect(scene.posts.map(([{ posId }]) => posId)).toEqual(['isbank']);
  });
});

describe('What a stored card pays on a link', () => {
  test('is quoted by the digits that are shown of it, and nothing is decrypted for it', async () => {
    const scene = await storedCardScene();
    await scene.put(virtualPosItems(scene.other).current, binItem({ bin: NUMBER.slice(0, 6), bankCode: '46' }));
    const reference = await scene.addCard(scene.customer);
    const form = await scene.choose(reference);
    expect(form).toMatchObject({ kind: 'stored-card', totalChanged: false });
    // The prices of the bank of the card, which the first six digits tell; not those of the default virtual POS.
    expect(form.kind === 'stored-card' ? form.quotes[0]?.total : undefined).toBe(10_150);
    expect(scene.opened).toEqual([]);
  });

  test('the bank of the whole number decides; a total that the payer did not see is shown first (rule 16)', async () => {
    const scene = await storedCardScene();
    await scene.put(virtualPosItems(scene.other).current, binItem({ bin: NUMBER.slice(0, 8), bankCode: '46' }));
    const reference = await scene.addCard(scene.customer);
    const shown = await scene.choose(reference);
    const [quote] = shown.kind === 'stored-card' ? shown.quotes : [];
    expect(quote?.total).toBe(10_200);
    const told = await scene.pay(reference);
    expect(told).toMatchObject({ kind: 'stored-card', totalChanged: true });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
    const [now] = told.kind === 'stored-card' ? told.quotes : [];
    const choice = { count: now?.count ?? 0, total: now?.total ?? minor(0) };
    expect(choice.total).toBe(10_150);
    expect(await scene.pay(reference, { choice })).toMatchObject({ kind: 'gate' });
    expect(scene.posts[0]?.[1]).toMatchObject({ order: { amount: 10_150 } });
  });

  test.each([
    ['another total', { count: 1, total: minor(10_199) }],
    ['another count', { count: 3, total: minor(10_200) }],
    ['no choice', undefined],
  ])('%s than the one that is charged pays nothing', async (_what, choice) => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.pay(reference, { choice })).toMatchObject({ kind: 'stored-card', totalChanged: true });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
  });
});

describe('A stored card that may not be charged is never posted to the gate', () => {
  test('one whose last month is over', async () => {
    const scene = await storedCardScene();
    const over = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '12', expiryYear: '2025' });
    const last = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '01', expiryYear: '2026' });
    expect(await scene.pay(over)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
    expect(await scene.pay(last)).toMatchObject({ kind: 'gate' });
  });

  test.each([
    ['', [{ field: 'cvc', kind: 'missing' }]],
    ['12', [{ field: 'cvc', kind: 'wrong' }]],
    ['1234', [{ field: 'cvc', kind: 'wrong' }]],
    ['12a', [{ field: 'cvc', kind: 'wrong' }]],
  ])('with the CVC "%s", which counts as no attempt', async (cvc, problems) => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.pay(reference, { cvc })).toMatchObject({ kind: 'stored-card', problems });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });

  test('a paused dealer’s', async () => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    scene.changeDealer({ paused: true });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'declined', advice: 'try-later' });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });
});

describe('Presses at once on a gate that refuses (rule 25)', () => {
  test('make one post, also where one goes on only after the refusal; a later press makes the next', async () => {
    const scene = await storedCardScene();
    const reference = await scene.addCard(scene.customer);
    scene.gateRefuses();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.holdNext(promise);
    const late = scene.pay(reference);
    expect(await scene.pay(reference)).toMatchObject({ kind: 'link' });
    resolve();
    expect(await late).toMatchObject({ kind: 'link' });
    expect([scene.posts.length, scene.attempts()]).toEqual([1, [['declined', '024']]]);
    expect(await scene.pay(reference)).toMatchObject({ kind: 'link' });
    expect(scene.posts).toHaveLength(2);
  });
});

describe('The customer’s password (rules 33 and 48)', () => {
  const WRONG = { kind: 'stored-card', problems: [{ field: 'password', kind: 'wrong' }] };
  const WINDOW_MS = 600_000;

  test('none: the field is named, and nothing is counted; a wrong one is no attempt; the right one pays', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    expect(await scene.choose(reference)).toMatchObject({ kind: 'stored-card', asksPassword: true });
    expect(await scene.pay(reference)).toMatchObject({ problems: [{ field: 'password', kind: 'missing' }] });
    expect(scene.attempts()).toEqual([]);
    for (const password of [`${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)]) {
      expect(await scene.pay(reference, { password })).toMatchObject(WRONG);
    }
    expect([scene.attempts(), scene.posts]).toEqual([[], []]);
    expect((await scene.linkNow()).progress).toMatchObject({ attempts: 0, windowAttempts: 0, wrongPasswords: 3 });
    expect(await scene.pay(reference, { password: PASSWORD })).toMatchObject({ kind: 'gate' });
    expect((await scene.linkNow()).progress).toMatchObject({ attempts: 1, wrongPasswords: 3 });
  });

  test('after five wrong ones in a window the right one waits for the next, and nothing is opened', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    for (let tried = 0; tried < 5; tried += 1) {
      expect(await scene.pay(reference, { password: 'guessed' })).toMatchObject(WRONG);
    }
    const opened = scene.opened.length;
    expect(await scene.pay(reference, { password: PASSWORD })).toMatchObject({ kind: 'declined', advice: 'try-later' });
    expect(await scene.choose(reference)).toMatchObject({ kind: 'declined', advice: 'try-later' });
    expect([scene.opened.length, (await scene.linkNow()).progress.wrongPasswords]).toEqual([opened, 5]);
    expect(await scene.offered()).toEqual([reference]);
    scene.clock.advance(WINDOW_MS);
    expect(await scene.pay(reference, { password: PASSWORD })).toMatchObject({ kind: 'gate' });
  });

  test('after 20 wrong ones the link offers no card any more, and stays open', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    for (let tried = 1; tried < 20; tried += 1) {
      expect(await scene.pay(reference, { password: 'guessed' })).toMatchObject(WRONG);
      if (tried % 5 === 0) scene.clock.advance(WINDOW_MS);
    }
    expect(await scene.offered()).toEqual([reference]);
    for (const password of ['guessed', PASSWORD]) {
      expect(await scene.pay(reference, { password })).toMatchObject({ kind: 'declined', advice: ANOTHER });
      expect(await scene.offered()).toEqual([]);
      scene.clock.advance(WINDOW_MS);
    }
    expect(await scene.choose(reference)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    const { state, progress } = await scene.linkNow();
    expect([state, progress.attempts, progress.wrongPasswords, scene.attempts()]).toEqual(['open', 0, 20, []]);
  });

  test('the window of the address is full: nothing is told', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    const window = windowStartOf(scene.clock.now());
    await scene.put({ ...keys.counter('address', '203.0.113.7', window), count: MAX_ATTEMPTS_PER_WINDOW.address });
    expect(await scene.pay(reference, { password: 'guessed' })).toMatchObject({
      kind: 'declined',
      advice: 'try-later',
    });
    expect((await scene.linkNow()).progress).not.toHaveProperty('wrongPasswords');
  });

  test('of many posts at once each that is told its outcome is counted or alone, and five wrong ones are the most', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    const { version } = await scene.linkNow();
    const choice = { count: 1, total: minor(1) };
    const passwords = Array.from({ length: 40 }, (_, at) => (at % 8 === 7 ? PASSWORD : `guess-${at}`));
    const answers = await Promise.all(passwords.map((password) => scene.pay(reference, { password, choice })));
    const told = answers.filter(({ kind }) => kind === 'stored-card');
    const wrong = told.filter((one) => one.kind === 'stored-card' && one.problems.length > 0);
    const after = await scene.linkNow();
    expect([after.version - version, after.progress.wrongPasswords ?? 0]).toEqual([told.length, wrong.length]);
    expect(told.length).toBeGreaterThan(0);
    expect(wrong.length).toBeLessThanOrEqual(5);
    for (const { kind, ...rest } of answers.filter((one) => !told.includes(one))) {
      expect([kind, rest]).toMatchObject(['declined', { advice: 'try-later' }]);
    }
  });

  test('a wrong one learns nothing of the card: neither that it expired nor that the total changed', async () => {
    const scene = await storedCardScene({ password: PASSWORD });
    const over = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '12', expiryYear: '2025' });
    const choice = { count: 1, total: minor(1) };
    const answer = await scene.pay(over, { password: 'guessed', choice });
    expect(answer).toMatchObject({ totalChanged: false, problems: [{ field: 'password', kind: 'wrong' }] });
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { addressOf, orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { newOperator } from '../../support/operator/operators.ts';
import {
  callbackOf,
  formFor,
  giveUp,
  hasFormFor,
  openPage,
  type PayerPage,
  payThroughBank,
  payWith,
  postCallback,
  postForm,
  reportOn,
  throughBank,
  toCallback,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;

/** A link with one attempt left, which may be paid without 3D. */
const almostUsedUp = async (fields: Record<string, unknown> = {}) => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink({ ...simple, IsThreeD: 0, ...fields });
  const { progress } = await dealer.linkAt(url);
  await dealer.changeLink(url, { progress: { ...progress, attempts: 19 } });
  return { dealer, url };
};

const told = (page: PayerPage) => {
  const { to, fields } = reportOn(page);
  return [to, fields.resultCode, fields.resultMessage];
};
const STOLEN = ['https://shop.example/result', '018', 'Stolen card'];

describe('The last attempt of a link, when it fails, closes the link and passes the payer on by itself', () => {
  test('from the bank’s callback, and again when the browser posts that once more', async () => {
    const { dealer, url } = await almostUsedUp();
    const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'stolen')));
    expect(told(await postCallback(callback))).toEqual(STOLEN);
    expect(told(await postCallback(callback))).toEqual(STOLEN);
    expect((await dealer.linkAt(url)).state).toBe('failed');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('from a verification that fails', async () => {
    const { url } = await almostUsedUp();
    expect(told(await payThroughBank(await openPage(url), '3d-failed'))).toEqual([
      STOLEN[0],
      '001',
      'Cardholder confirmation failed',
    ]);
  });

  test('from a payment without 3D, also for the second post of a double click', async () => {
    const { url } = await almostUsedUp();
    const form = await openPage(url);
    expect(told(await payWith(form, 'stolen', { threeD: '0' }))).toEqual(STOLEN);
    expect(told(await payWith(form, 'stolen', { threeD: '0' }))).toEqual(STOLEN);
  });

  test('from a card that the service refuses itself', async () => {
    const { dealer, url } = await almostUsedUp();
    expect(told(await payWith(await openPage(url), 'troy'))[1]).toBe('013');
    expect(await dealer.orders()).toEqual([]);
  });

  test('opened anew, the link shows its end and the way back, and forwards nobody', async () => {
    const { url } = await almostUsedUp();
    const report = await payThroughBank(await openPage(url), 'stolen');
    const page = await openPage(url);
    expect([page.status, page.forms]).toEqual([410, []]);
    expect(page.markup).toContain(`href="${report.address}"`);
  });

  test('without a RedirectUrl ends on the page of the link', async () => {
    const { url } = await almostUsedUp({ RedirectUrl: undefined, Email: 'payer@example.com' });
    const page = await payThroughBank(await openPage(url), 'stolen');
    expect([page.status, page.text.includes('This payment was closed'), page.forms]).toEqual([410, true, []]);
  });
});

describe('The last attempt whose outcome is not known', () => {
  /** A link whose bank has been asked for this long. */
  const unanswered = async (agoMs: number) => {
    const scene = await almostUsedUp();
    const { dealer, url } = scene;
    const waiting = await payThroughBank(await openPage(url), 'error-before-charge');
    const [attempt] = await dealer.attemptsAt(url);
    if (attempt === undefined) throw new Error('no attempt');
    const lastCallAtMs = Date.now() - agoMs;
    await putRows(dealer.store, [attemptItem({ ...attempt, lastCallAtMs, answerByMs: lastCallAtMs + 28_000 })]);
    return { ...scene, waiting, attempt };
  };
  let scene: Awaited<ReturnType<typeof unanswered>>;
  beforeAll(async () => {
    scene = await unanswered(3 * MINUTE_MS);
  });

  test('waits at an address that passes on once it has failed; so does the link opened anew meanwhile', async () => {
    const { dealer, url, waiting, attempt } = await unanswered(10_000);
    const opened = await openPage(url);
    for (const { text, headers } of [waiting, opened]) {
      expect([text.includes('We are asking your bank'), headers.get('refresh')]).toEqual([true, '5']);
    }
    // As the sweeper closes it after the bank has reported a decline.
    const { progress } = await dealer.linkAt(url);
    const { activeAttempt: _active, ...rest } = progress;
    const lastDecline = { code: '018', atMs: Date.now() } as const;
    const result = {
      resultReference: addressOf(attempt.payment, 'R'.repeat(22)),
      code: '018',
      orderId: attempt.orderId,
      atMs: Date.now(),
    } as const;
    await dealer.changeLink(url, { state: 'failed', progress: { ...rest, lastDecline, result } });
    for (const { address } of [waiting, opened]) expect(told(await openPage(address))).toEqual(STOLEN);
    expect((await openPage(url)).status).toBe(410);
  });

  test('is closed by “try again”, which reports 021', async () => {
    const { dealer, url } = scene;
    const report = await postForm(formFor(await openPage(url), 'retry'));
    expect(told(report)).toEqual([STOLEN[0], '021', 'Time out']);
    expect((await dealer.linkAt(url)).state).toBe('failed');
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'charging', reportedOutcome: 'failed' }]);
  });
});

describe('A link with no attempt left that is still open', () => {
  test('says so, takes no card, and lets the payer at the bank’s page pay', async () => {
    const { dealer, url } = await almostUsedUp();
    const form = await openPage(url);
    const handOver = await payWith(form, 'approved');
    const page = await openPage(url);
    expect(page.text).toContain('There are no attempts left for this link.');
    expect(page.text).not.toContain('minute');
    expect([hasFormFor(page, 'pay'), hasFormFor(page, 'give-up')]).toEqual([false, true]);
    expect((await payWith(form, 'approved')).text).toContain('no attempts left');
    expect(told(await throughBank(handOver))).toEqual([STOLEN[0], '', '']);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('can be given up, with the code of the last decline', async () => {
    const { dealer, url } = await almostUsedUp();
    const { progress } = await dealer.linkAt(url);
    await dealer.changeLink(url, { progress: { ...progress, lastDecline: { code: '002', atMs: Date.now() } } });
    await payWith(await openPage(url), 'approved');
    expect(told(await giveUp(await openPage(url)))[1]).toBe('002');
  });
});

describe('What the dealer was told is what the operator sees', () => {
  test.each([
    ['before any decline', undefined, '001', 'Cardholder confirmation failed'],
    ['after a decline', 'insufficient-funds', '002', 'Insufficient limit'],
    [
      'after a card that cannot be verified',
      'troy',
      '013',
      'Cards other than two network brands do not support 3D Secure',
    ],
  ] as const)('given up %s', async (_when, cardId, code, message) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    let page = await openPage(url);
    if (cardId !== undefined) {
      page = await payWith(page, cardId);
      page = hasFormFor(page, 'give-up') ? page : await throughBank(page);
    }
    expect(told(await giveUp(page)).slice(1)).toEqual([code, message]);
    const { userPosPaymentId } = await dealer.linkAt(url);
    const { dealerCode } = dealer.dealer;
    const shown = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
    expect(shown).toMatchObject({ state: 'failed', progress: { result: { code, message } } });
    if (cardId === undefined) return;
    const payment = await newOperator().done('show-payment', { dealerCode, paymentId: userPosPaymentId });
    expect(payment).toMatchObject({ attempts: [{ number: 1, state: 'declined', told: 'failed', bank: { code } }] });
  });

  test('an abandoned last attempt keeps the code of the decline before it', async () => {
    const { dealer, url } = await almostUsedUp();
    const { progress, payment, userPosPaymentId, dealerCode } = await dealer.linkAt(url);
    // As the sweeper closes the link when the payer has left the bank's page.
    const resultReference = addressOf(payment, 'S'.repeat(22));
    const orderId = orderIdOf({ payment, number: 20 });
    const result = { resultReference, code: '001', orderId, atMs: Date.now() } as const;
    const lastDecline = { code: '002', atMs: Date.now() } as const;
    await dealer.changeLink(url, { state: 'failed', progress: { ...progress, lastDecline, result } });
    const { origin } = new URL(url);
    expect(told(await openPage(`${origin}/result/${resultReference}`))[1]).toBe('002');
    const shown = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
    expect(shown).toMatchObject({ progress: { result: { code: '002' } } });
  });
});

describe('A page that is over for another reason never forwards to the dealer', () => {
  test.each([
    ['expired', { expiresAtMs: 1 }, 410],
    ['cancelled', { state: 'cancelled' }, 410],
  ] as const)('%s', async (_state, changes, status) => {
    const { dealer, url } = await almostUsedUp();
    const form = await openPage(url);
    await dealer.changeLink(url, changes);
    for (const page of [await openPage(`${url}?then=report`), await payWith(form, 'stolen'), await giveUp(form)]) {
      expect([page.status, page.forms, page.markup.includes('shop.example')]).toEqual([status, [], false]);
    }
  });

  test('unknown', async () => {
    const { url } = await almostUsedUp();
    const page = await openPage(`${new URL(url).origin}/pay/abcdefghijklmnopqrstuv?then=report`);
    expect([page.status, page.forms]).toEqual([404, []]);
  });

  test('given up, and opened with any other word in its address', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    await giveUp(await openPage(url));
    for (const query of ['', '?then=', '?then=reports', '?then=__proto__']) {
      expect((await openPage(`${url}${query}`)).status).toBe(410);
    }
  });
});

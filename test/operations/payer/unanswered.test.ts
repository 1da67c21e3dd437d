import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoVirtualPosVersions } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { FakeLog } from '../../fakes/log.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { sandboxPos } from '../../support/bank/bank-calls.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { vaultOfFunction } from '../../support/card/vault.ts';
import {
  formFor,
  giveUp,
  hasFormFor,
  openPage,
  payThroughBank,
  payWith,
  postForm,
  reportOn,
} from '../../support/payment/payer.ts';
import { makeActive } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import { dueOfOwn, sweeperStore } from '../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const ASKING = 'We are asking your bank';
const retry = { fields: [['action', 'retry']] } as const;

/** A link whose attempt was sent to the bank this long ago and has no answer. The row is written without any check. */
const unanswered = async (agoMs: number) => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
  await payWith(await openPage(url), 'approved');
  const [attempt] = await dealer.attemptsAt(url);
  if (attempt === undefined) throw new Error('no attempt');
  const lastCallAtMs = Date.now() - agoMs;
  const charging = { state: 'charging', lastCallAtMs, startedAtMs: lastCallAtMs, answerByMs: lastCallAtMs + 28_000 };
  await putRows(dealer.store, [attemptItem({ ...attempt, ...charging } as Attempt)]);
  await makeActive(dealer.store, attempt);
  return { dealer, url };
};

describe('“Try again” while the bank has not answered (rule 7)', () => {
  test('is not offered before three minutes, and asked for all the same changes nothing', async () => {
    const { dealer, url } = await unanswered(MINUTE_MS);
    const page = await openPage(url);
    expect(page.text).toContain(ASKING);
    expect(page.headers.get('refresh')).toBe('5');
    for (const action of ['retry', 'pay', 'give-up', 'quote']) expect(hasFormFor(page, action)).toBe(false);
    const [link, attempts] = [await dealer.linkAt(url), await dealer.attemptsAt(url)];
    expect((await postForm({ ...retry, action: url })).text).toContain(ASKING);
    expect([await dealer.linkAt(url), await dealer.attemptsAt(url)]).toEqual([link, attempts]);
  });

  test('after three minutes says “failed” before it is told, frees the link, and another card pays', async () => {
    const { dealer, url } = await unanswered(3 * MINUTE_MS);
    const page = await openPage(url);
    expect(page.text).toContain('Your bank has not answered yet');
    const freed = await postForm(formFor(page, 'retry'));
    expect(freed.text).toContain('Your bank did not answer');
    expect(freed.text).toContain('Your bank did not answer The earlier attempt is closed');
    expect(freed.text).not.toContain('later.');
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'charging', reportedOutcome: 'failed' }]);
    expect((await dealer.linkAt(url)).progress.activeAttempt).toBeUndefined();
    // Pressed again, or reloaded: the link has no active attempt any more.
    expect(hasFormFor(await postForm(formFor(page, 'retry')), 'pay')).toBe(true);
    expect(reportOn(await payThroughBank(freed, 'approved-mastercard')).fields.resultCode).toBe('');
    expect((await dealer.attemptsAt(url)).map(({ state, reportedOutcome }) => [state, reportedOutcome])).toEqual([
      ['charging', 'failed'],
      ['approved', 'paid'],
    ]);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('and then giving up reports 021, which is what the payer was told', async () => {
    const { dealer, url } = await unanswered(3 * MINUTE_MS);
    const freed = await postForm(formFor(await openPage(url), 'retry'));
    const { fields } = reportOn(await giveUp(freed));
    expect([fields.resultCode, fields.resultMessage]).toEqual(['021', 'Time out']);
    expect((await dealer.linkAt(url)).state).toBe('failed');
  });
});

describe('A bank that does not answer in time', () => {
  /** The sweeper some minutes later, for the attempts of these dealers only. */
  const settleLater = async (
    links: readonly { readonly dealer: BankDealer; readonly url: string }[],
  ): Promise<void> => {
    const [first] = links;
    if (first === undefined) return;
    const own = new Set(
      (await Promise.all(links.map(({ dealer, url }) => dealer.attemptsAt(url)))).flat().map(({ payment }) => payment),
    );
    const clock = { now: () => Date.now() + 4 * MINUTE_MS };
    const swept = sweeperStore(first.dealer.store);
    const settle = reconcilePayments({
      ...swept,
      queue: { ...swept.queue, due: dueOfOwn(swept.queue, own) },
      bank: sandboxPos({ clock }),
      posVersions: dynamoVirtualPosVersions(first.dealer.store, clock),
      opener: vaultOfFunction(stackOfTests(), 'reconcile-payments'),
      cardStoring: cardStoringOver(first.dealer.store, { clock }),
      randomness: systemRandomness,
      clock,
      log: new FakeLog(),
      metrics: { reconciled: () => undefined },
    });
    await settle({ deadlineMs: clock.now() + 55_000 });
  };

  test('is asked once more while the payer waits; what it does not tell stays at “asking your bank”, and nothing is charged twice', async () => {
    const linkOf = async (cardId: string, threeD: '0' | '1') => {
      const dealer = await newBankDealer();
      const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
      const form = await openPage(url);
      const page = await (threeD === '1' ? payThroughBank(form, cardId) : payWith(form, cardId, { threeD }));
      return { dealer, url, form, page };
    };
    const links = await Promise.all([
      linkOf('time-out-after-charge', '1'),
      linkOf('time-out-after-charge', '0'),
      linkOf('time-out-before-charge', '1'),
    ]);
    const [charged, chargedAtOnce, uncharged] = links;
    // The bank is asked while the payer still waits, and reports the charge whose answer was lost (rule 3).
    for (const { dealer, url } of [charged, chargedAtOnce]) {
      expect((await dealer.linkAt(url)).state).toBe('paid');
      expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'approved', reportedOutcome: 'paid' }]);
      expect(await dealer.orders()).toHaveLength(1);
      expect((await openPage(url)).text).toContain('Your payment was received');
    }
    const { dealer, url, form, page } = uncharged;
    expect([page.status, page.text.includes(ASKING)]).toEqual([200, true]);
    expect(new URL(page.address).pathname).toBe(new URL(url).pathname);
    expect((await payWith(form, 'frictionless')).text).toContain(ASKING);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ reportedOutcome: 'nobody' }]);
    expect(await dealer.charges()).toEqual([]);
    await settleLater([uncharged]);
    // "No record" is believed late (rule 5), so nothing is reported yet.
    expect((await openPage(url)).text).toMatch(/asking your bank/i);
  });
});

import { describe, expect, test } from 'vitest';
import { commandNames } from '../../../functions/operator/operate/commands.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { type Input, newOperator } from '../../support/operator/operators.ts';
import { callbackOf, openPage, payWith, postCallback, reportOn, toCallback } from '../../support/payment/payer.ts';

/** A payer at the bank, and the operators' put of the virtual POS that the attempt pins. */
const authenticating = async (changes: Input) => {
  const dealer: BankDealer = await newBankDealer();
  const pinned = await dealer.putPos();
  // The second link is made now and paid later: no link can be made without a virtual POS that takes it.
  const [{ url }, later] = [await dealer.newLink(simple), await dealer.newLink(simple)];
  const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'approved')));
  const { dealerCode, posId } = pinned;
  const operator = newOperator();
  await operator.done('put-virtual-pos', { dealerCode, posId, version: pinned.version, ...changes });
  return { dealer, url, later: later.url, callback, operator, pinned };
};

describe('An attempt that authenticates while its virtual POS changes (rule 14)', () => {
  test.each([
    ['is switched off', { enabled: false }],
    ['gets other keys', { apiPassword: 'of-another-account', storeKey: 'of-another-account' }],
    ['moves to another account', { clientId: '100000001', apiUser: 'other' }],
    ['moves to another gateway', { gateway: 'http://127.0.0.1:9' }],
  ])('completes with the version that it pins when the POS %s', async (_change, changes) => {
    const { dealer, url, callback, pinned } = await authenticating(changes);
    expect(reportOn(await postCallback(callback)).fields.resultCode).toBe('');
    expect((await dealer.charges()).map(({ amount }) => amount)).toEqual([2750]);
    const [attempt] = await dealer.attemptsAt(url);
    expect(attempt).toMatchObject({ state: 'approved', pos: pinnedPosOf(pinned) });
  });

  test('a payment that begins afterwards takes the new version: one that is switched off takes none', async () => {
    const { later } = await authenticating({ enabled: false });
    await expect
      .poll(async () => (await payWith(await openPage(later), 'approved')).text, { interval: 300 })
      .toContain('Try another card.');
  });

  test('a put leaves the version before it as it was, keys included, and no command takes one away', async () => {
    const { operator, pinned } = await authenticating({ enabled: false, storeKey: 'of-another-account' });
    const { dealerCode, posId, version, merchant } = pinned;
    const row = await operator.store.get(keys.virtualPosVersion(dealerCode, posId, version));
    expect(row).toMatchObject({ version, enabled: true, merchant });
    expect(commandNames({ sandbox: true }).filter((name) => name.includes('virtual-pos'))).toEqual([
      'put-virtual-pos',
      'show-virtual-pos',
      'try-virtual-pos',
    ]);
  });
});

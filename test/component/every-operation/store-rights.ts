import { expect, test } from 'vitest';
import { eventTypes } from '../../../shared/domain/outbox/event.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { usualLink } from '../../support/operation-scene.ts';
import { openBox, startedBy, startShop } from '../../support/payment/shop-payments.ts';
import type { MissingRights } from '../../support/store/missing-rights.ts';

/** Looks at the calls of all tests of the same app that ran before, and at calls that write more than usual ones. */
export const storeRights = (running: () => FaultyStack, rights: MissingRights): void => {
  test('allow each function all that it asks of the store', async () => {
    const dealer = await newBankDealer({
      stack: running().address,
      dealer: { wantedEvents: { webhooks: eventTypes } },
    });
    await dealer.newLink({ ...usualLink(), OtherTrxCode: 'cancelled' });
    const cancelled = await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'cancelled' });
    expect(cancelled.ResultCode).toBe('Success');
    // The second call takes the place of an attempt at the bank, and removes the card that waited for its end.
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'changed', Amount: 10 }));
    await openBox(url);
    startedBy(await startShop(dealer, { OtherTrxCode: 'changed', Amount: 12 }));
    expect(rights.heardOf).toContain('remove-card');
    expect(rights.heardOf.size).toBeGreaterThan(40);
    expect([...rights.missing]).toEqual([]);
  });
};

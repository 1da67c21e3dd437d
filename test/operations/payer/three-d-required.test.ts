import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { formFor, openPage, payWith, postForm, quoteFor, typedCard } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const offersChoice = (markup: string): boolean => /type="radio" name="threeD"/.test(markup);

/**
 * Functions cache a dealer's record for a short time. A card with a mistake shows what they know, and starts no
 * payment.
 */
const untilSeen = { interval: 200 };

describe('A dealer who must use 3D from now on', () => {
  test.each([
    ['whose price is fixed', simple],
    ['that shows installments', { SetInstallmentBy: 0, CommissionByDealer: 12 }],
  ])('takes no payment without it, also on an older link %s', async (_link, fields) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...fields, IsThreeD: 0 });
    const page = await quoteFor(await openPage(url), 'approved');
    expect(offersChoice(page.markup)).toBe(true);
    expect((await dealer.linkAt(url)).terms.threeDMandatory).toBe(false);
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, threeDRequired: true })]);
    const mistaken = { ...typedCard('approved'), cvc: '1' };
    await expect
      .poll(async () => offersChoice((await postForm(formFor(page, 'pay'), mistaken)).markup), untilSeen)
      .toBe(false);
    // The form that was opened earlier still offers the choice.
    const handOver = await payWith(page, 'approved', { threeD: '0' });
    expect(handOver.text).toContain('Taking you to your bank');
    expect(await dealer.orders()).toEqual([]);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'authenticating' }]);
  });
});

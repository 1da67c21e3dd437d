import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { leastByToken, newCardDealer } from '../../support/card/stored-cards.ts';

const NOT_AVAILABLE = { Data: null, ResultCode: 'PaymentDealer.DoDirectPayment.VirtualPosNotAvailable' };
const SUCCESSFUL = { ResultCode: 'Success', Data: { IsSuccessful: true } };

describe('A payment without CVC (decisions: choosing)', () => {
  test('is refused in a sentence where every virtual POS needs a CVC, and paid with one', async () => {
    const dealer = await newBankDealer({ dealer: { cvcOptional: true }, pos: { withoutCvc: false } });
    const refused = await dealer.payDirectly({ CvcNumber: undefined });
    expect(refused).toMatchObject(NOT_AVAILABLE);
    expect(refused.ResultMessage).toContain('without CvcNumber');
    expect(await dealer.orders()).toEqual([]);
    expect(await dealer.payDirectly({ OtherTrxCode: randomUUID() })).toMatchObject(SUCCESSFUL);
  });

  test('goes to the virtual POS that charges without it, though the card’s own would be another', async () => {
    const dealer = await newBankDealer({ dealer: { cvcOptional: true }, pos: { withoutCvc: false } });
    await dealer.putPos({ posId: 'other', bankCode: '46', isDefault: true, withoutCvc: true });
    expect(await dealer.payDirectly({ CvcNumber: '' })).toMatchObject(SUCCESSFUL);
    expect(await dealer.payDirectly({ OtherTrxCode: randomUUID() })).toMatchObject(SUCCESSFUL);
    expect((await dealer.directAttempts()).map(({ pos }) => pos.posId)).toEqual(['other', 'isbank']);
  });

  test('a number whose CVC is missing is refused for that, where the dealer may not leave it out', async () => {
    const dealer = await newBankDealer({ pos: { withoutCvc: false } });
    expect(await dealer.payDirectly({ CvcNumber: undefined })).toMatchObject({
      ResultCode: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
    });
  });

  test('a CardToken without CvcNumber is one too, and with CvcNumber it is not', async () => {
    const dealer = await newCardDealer();
    const { customerCode: CustomerCode } = dealer.customer;
    await dealer.payDirectly({ OtherTrxCode: randomUUID(), CustomerInformation: { CustomerCode } });
    const [stored] = await dealer.storedCards();
    await dealer.putPos({ version: 2, withoutCvc: false });
    const pay = (fields: object) =>
      dealer.payDirectly({ ...leastByToken, OtherTrxCode: randomUUID(), CardToken: stored?.token, ...fields });
    await expect.poll(() => pay({}), { interval: 300 }).toMatchObject(NOT_AVAILABLE);
    expect(await pay({ CvcNumber: '000' })).toMatchObject(SUCCESSFUL);
  });
});

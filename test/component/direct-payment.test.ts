import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../support/bank-merchants.ts';
import type { Answer } from '../support/dealers.ts';

describe('DoDirectPayment (2.2, wire facts)', () => {
  test('charges the card and answers the order', async () => {
    const dealer = await newBankDealer();
    const answer: Answer = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
    expect(answer.Data).toEqual({
      IsSuccessful: true,
      ResultCode: '',
      ResultMessage: '',
      VirtualPosOrderId: expect.stringMatching(/^ORDER-[A-Za-z0-9_-]{22}$/),
    });
    expect(await dealer.charges()).toHaveLength(1);
  });
});

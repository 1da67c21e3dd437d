import { describe, expect, test } from 'vitest';
import { newDealer } from '../support/dealers.ts';

describe('CreateUserPosPayment (2.8)', () => {
  test('answers id, customer id, address and CodeForHash of a new link', async () => {
    const { createLink } = await newDealer();
    const answer = await createLink();
    expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
    expect(answer.Data).toEqual({
      UserPosPaymentId: expect.any(Number),
      DealerCustomerId: 0,
      Url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[A-Za-z0-9_-]{22}$/),
      CodeForHash: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
    });
  });
});

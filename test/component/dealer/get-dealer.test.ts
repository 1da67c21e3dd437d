import { describe, expect, test } from 'vitest';
import { authenticationOf, newDealer } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';

const NOT_FOUND = 'Dealer.GetDealer.DealerNotFound';
const FIRM = { title: 'Şube A.Ş.', phoneNumber: '+90 212 555 01 23', identityNumber: '1234567890' };

describe('GetDealer (decisions: get dealer)', () => {
  test('tells what operators recorded, by either name of the block and without one, and no password', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const operator = newOperator();
    await operator.done('put-dealer', { dealerCode, version: 1, firm: { ...FIRM, email: 'a@shop.example' } });
    const rates = { '1': 2.5, '3': '3.85' };
    await operator.done('put-sub-dealer', { dealerCode, subDealerId: 77, name: 'Branch', rates, firm: FIRM });
    const DealerAuthentication = authenticationOf(dealer.account);
    const ask = (blocks: object) =>
      dealer.post('/Dealer/GetDealer', JSON.stringify({ DealerAuthentication, ...blocks }));
    // A function may have cached the dealer as it was for a second.
    await expect
      .poll(async () => (await ask({})).Data, { timeout: 30_000 })
      .toMatchObject({ DealerCode: dealerCode, UserName: 'apiuser', Title: 'Şube A.Ş.', Email: 'a@shop.example' });
    const own = await ask({ UpdateDealerRequest: { DealerCode: dealerCode } });
    expect(own.Data).toEqual((await ask({})).Data);
    expect(JSON.stringify(own)).not.toContain(dealer.account.Password);
    const branch = await ask({ DealerRequest: { SubDealerCode: 77 } });
    expect(branch.Data).toMatchObject({
      DealerId: 77,
      DealerType: 2,
      UserName: '',
      Title: 'Şube A.Ş.',
      Email: '',
      CommissionList: [{ Bank: '', CommissionRate: 2.5, CommissionRate2: -1, CommissionRate3: 3.85 }],
    });
    expect((await ask({ DealerRequest: { DealerCode: '77' } })).Data).toEqual(branch.Data);
  });

  test('tells nothing of another dealer or of its sub-dealers (rule 37)', async () => {
    const [dealer, other] = [await newDealer(), await newDealer()];
    const { dealerCode } = other.dealer;
    await newOperator().done('put-sub-dealer', { dealerCode, subDealerId: 78, name: 'Branch', rates: { '1': 1 } });
    const blocks = [
      { DealerCode: dealerCode },
      { SubDealerCode: '78' },
      { DealerCode: dealerCode, SubDealerCode: '78' },
      { SubDealerCode: `${dealer.dealer.dealerCode} ` },
      { SubDealerCode: '-78' },
    ];
    for (const block of blocks) {
      expect(await dealer.getDealer(block), JSON.stringify(block)).toMatchObject({ Data: null, ResultCode: NOT_FOUND });
    }
  });
});

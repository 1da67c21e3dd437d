import { beforeAll, expect, test } from 'vitest';
import { type DemoDealer, setUpDemoDealer } from '../../../infra/local/demo-dealer.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';

/** Headers of a Node client of this interface. */
export const RECORDED_HEADERS = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  'User-Agent': 'axios/1.21.1',
};

/** A direct payment to the demo dealer of `npm start`, in an app that stands when the tests begin. */
export const recordedDirectPayment = (running: () => FaultyStack): void => {
  let demo: DemoDealer;
  beforeAll(async () => {
    const stack = running();
    stack.proxy.reset();
    const { baseUrl, dataDir } = stack.address;
    const invokeOperate = (payload: unknown) => stack.invoke('operate', payload);
    demo = await setUpDemoDealer({ invokeOperate, dataDir, baseUrl });
  });

  /** All as recorded except the account, with a bank's sample card and the two sub-dealers. */
  const recorded = {
    CardHolderFullName: 'Ahmet Yılmaz',
    CardNumber: '5127541122223332',
    ExpMonth: '12',
    ExpYear: '2030',
    CvcNumber: '000',
    CardToken: '',
    Amount: 27.5,
    Currency: 'TL',
    InstallmentNumber: 1,
    ClientIP: '192.168.1.116',
    OtherTrxCode: 'N-1',
    IsPreAuth: 0,
    IsPoolPayment: 0,
    IntegratorId: 0,
    Software: 'Possimulation',
    SubMerchantName: '',
    Description: '',
    CommissionScenario: 2,
    SubDealer: [
      { DealerId: 1774, Amount: 10.25, DealerCommissionRate: 3.85, DealerCommissionFixedAmount: 0 },
      { DealerId: 1803, Amount: 17.25, DealerCommissionRate: 2 },
    ],
  };

  test('succeeds with splits of scenario 2, and gets the same order when it is sent again (dealer interface 2.2, 2.4)', async () => {
    const body = { PaymentDealerAuthentication: authenticationOf(demo), PaymentDealerRequest: recorded };
    const pay = async () => {
      const response = await fetch(`${demo.BaseUrl}/PaymentDealer/DoDirectPaymentMarketPlace`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: RECORDED_HEADERS,
      });
      const envelope: unknown = await response.json();
      return { status: response.status, replayed: response.headers.get('idempotent-replayed'), envelope };
    };
    const first = await pay();
    expect(first).toEqual({
      status: 200,
      replayed: null,
      envelope: {
        Data: {
          IsSuccessful: true,
          ResultCode: '',
          ResultMessage: '',
          VirtualPosOrderId: expect.stringMatching(/^ORDER-[a-z2-7]{26}-01$/),
        },
        ResultCode: 'Success',
        ResultMessage: '',
        Exception: null,
      },
    });
    expect(await pay()).toEqual({ ...first, replayed: 'true' });
  });
};

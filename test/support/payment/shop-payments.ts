import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankDealer } from '../bank/bank-merchants.ts';
import { type Answer, authenticationOf } from '../dealer/dealers.ts';
import { CVC, openPage, type PayerPage, passingForm, postForm } from './payer.ts';

const SHOP = '/PaymentDealer/DoDirectPaymentThreeD';
export const SHOP_MARKET_PLACE = '/PaymentDealer/DoDirectPaymentThreeDMarketPlace';
export const SHOP_PREFIX = 'PaymentDealer.DoDirectPayment3dRequest.';

/** The smallest 3D payment that succeeds, by a card that the embedded bank approves after a challenge. */
export const leastShop = {
  CardHolderFullName: 'Elif Y',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2030',
  CvcNumber: CVC,
  Amount: 27.5,
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
};

export const shopCard = (cardId: string) => ({ CardNumber: testCard(cardId).number });

/** Starts a 3D payment as a dealer's shop does. */
export const startShop = (
  { post, account }: Pick<BankDealer, 'post' | 'account'>,
  fields: Readonly<Record<string, unknown>> = {},
  path: string = SHOP,
): Promise<Answer> =>
  post(
    path,
    JSON.stringify({
      PaymentDealerAuthentication: authenticationOf(account),
      PaymentDealerRequest: { ...leastShop, ...fields },
    }),
  );

/** Address and CodeForHash of an answer. Throws on a refusal. */
export const startedBy = ({ ResultCode, ResultMessage, Data }: Answer): { url: string; codeForHash: string } => {
  if (ResultCode !== 'Success') throw new Error(`${ResultCode}: ${ResultMessage}`);
  const { Url, CodeForHash } = Data as { Url: string; CodeForHash: string };
  return { url: Url, codeForHash: CodeForHash };
};

/** Opens the address and posts its page, as a browser does by itself: the hand-over page, or whatever comes instead. */
export const openBox = async (url: string): Promise<PayerPage> => postForm(passingForm(await openPage(url)));

import { expect } from 'vitest';
import { type BankDealer, forgetWhatAddressDid } from '../bank/bank-merchants.ts';
import { callOperation } from '../dealer/operation-calls.ts';
import { openPage, payThroughBank } from '../payment/payer.ts';
import { linkForm, newLinkBrowser } from './link-payer.ts';
import { forgetRequestsOfAddress } from './made-links.ts';

export type Members = Readonly<Record<string, unknown>>;

/** What an operation that succeeds answers. */
export const answeredData = async (
  dealer: BankDealer,
  operation: Parameters<typeof callOperation>[1],
  fields: Members,
) => {
  const answer = await callOperation(dealer, operation, fields);
  expect(answer, operation).toMatchObject({ ResultCode: 'Success' });
  return answer.Data as Members;
};

/** Makes a reusable link of the dealer whose amount its payers type. */
export const madeLink = async (
  dealer: BankDealer,
  fields: Members = {},
): Promise<{ readonly id: number; readonly url: string }> => {
  await forgetRequestsOfAddress(dealer);
  const { UserPosLinkId, Url } = await answeredData(dealer, 'CreateUserPosLink', {
    LinkCode: 'BREAD-1',
    DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
    OpenAmount: { Min: 5, Max: 500 },
    Title: 'Bread course',
    ReturnHash: 1,
    InstallmentNumber: 1,
    SetInstallmentBy: 1,
    CommissionByDealer: 12,
    ...fields,
  });
  return { id: Number(UserPosLinkId), url: String(Url) };
};

/** A payer who makes a request of a link; answers its address and its code. */
export const openedRequest = async (
  dealer: BankDealer,
  url: string,
  typed: Readonly<Record<string, string>> = { amount: '25.00' },
) => {
  const browser = newLinkBrowser();
  const asked = await browser.post(linkForm(await browser.open(url)), typed);
  // An amount of the payer's own is said back before a request is made.
  const { location = '', text } = await browser.post(linkForm(asked));
  if (location === '') throw new Error(text);
  await forgetWhatAddressDid(dealer);
  const { otherTrxCode = '', payment } = await dealer.linkAt(location);
  return { address: location, code: otherTrxCode, payment };
};

/** A payer who makes a request of a link and pays it. */
export const paidRequest = async (dealer: BankDealer, url: string, typed?: Readonly<Record<string, string>>) => {
  const request = await openedRequest(dealer, url, typed);
  await payThroughBank(await openPage(request.address), 'approved');
  return request;
};

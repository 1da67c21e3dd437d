import * as z from 'zod/mini';
import { checkKeyOf } from '../../../shared/http/check-key.ts';
import { isSameText } from '../../../shared/http/is-same-text.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { formWithAction } from './page-forms.ts';
import { CanaryFailure, type CanaryStep, type VisitedPage, type Visitor } from './visit.ts';

/** What a run needs to call the stage as the canary's dealer. */
export interface CanaryVisit {
  readonly visitor: Visitor;
  readonly baseUrl: string;
  readonly account: { readonly dealerCode: string; readonly username: string; readonly password: string };
  readonly dealerCustomerTypeId: number;
  readonly newCode: () => string;
  readonly nowMs: number;
}

/** Stands on the pages of the canary's links, and proves that a page is the link's own. */
const DESCRIPTION = 'Canary of the service';
const AMOUNT = 1;

const envelope = z.object({ Data: z.unknown(), ResultCode: z.string() });
const createdLink = z.object({ Url: z.string(), CodeForHash: z.string() });
const linkState = z.object({ State: z.string() });
const CODE = /^[A-Za-z0-9.]{1,100}$/;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls an operation of the API, and answers its Data. */
const call = async (
  { visitor, baseUrl, account }: CanaryVisit,
  step: CanaryStep,
  { path, block, fields }: { readonly path: string; readonly block: string; readonly fields: object },
): Promise<unknown> => {
  const { dealerCode: DealerCode, username: Username, password: Password } = account;
  const authentication = { DealerCode, Username, Password, CheckKey: checkKeyOf(account) };
  const text = JSON.stringify({ DealerAuthentication: authentication, [block]: fields });
  const body = { type: 'application/json', text } as const;
  const answer = await visitor.ask(step, { method: 'POST', address: `${baseUrl}${path}`, body });
  if (answer.status !== 200) throw new CanaryFailure(step, `HTTP ${answer.status}`);
  const read = z.safeParse(envelope, parsed(answer.text));
  if (!read.success) throw new CanaryFailure(step, 'no envelope');
  const { ResultCode: code, Data } = read.data;
  if (code !== 'Success') throw new CanaryFailure(step, CODE.test(code) ? code : 'unknown code');
  return Data;
};

const ofLinks = (operation: string, fields: object) => ({
  path: `/PaymentUserPos/${operation}`,
  block: 'PaymentUserPosRequest',
  fields,
});

interface OpenedLink {
  readonly code: string;
  readonly codeForHash: string;
  readonly page: VisitedPage;
}

/** Creates a link and opens its page. Links that a failed run leaves behind expire by their definition. */
const openLink = async (visit: CanaryVisit): Promise<OpenedLink> => {
  const { visitor, baseUrl, dealerCustomerTypeId, newCode } = visit;
  const code = newCode();
  const fields = {
    OtherTrxCode: code,
    DealerCustomerTypeId: dealerCustomerTypeId,
    Amount: AMOUNT,
    SetInstallmentBy: 1,
    InstallmentNumber: 1,
    IsThreeD: 1,
    Description: DESCRIPTION,
    ReturnHash: 1,
    // Nobody posts there: the run verifies the result itself.
    RedirectUrl: `${baseUrl}/`,
  };
  const link = z.safeParse(createdLink, await call(visit, 'create-link', ofLinks('CreateUserPosPayment', fields)));
  if (!link.success) throw new CanaryFailure('create-link', 'no link');
  const page = await visitor.open('open-page', link.data.Url);
  if (!page.markup.includes(DESCRIPTION)) throw new CanaryFailure('open-page', 'another page');
  return { code, codeForHash: link.data.CodeForHash, page };
};

const expectState = async (visit: CanaryVisit, { code }: OpenedLink, state: string): Promise<void> => {
  const data = await call(visit, 'look-up-link', ofLinks('GetUserPosPayment', { OtherTrxCode: code }));
  const read = z.safeParse(linkState, data);
  if (!read.success || read.data.State !== state) throw new CanaryFailure('look-up-link', `not ${state}`);
};

/** What dealers do without moving money: looks its own record up, makes a link, opens its page, cancels the link. */
export const visitWithoutPaying = async (visit: CanaryVisit): Promise<void> => {
  const { dealerCode: DealerCode } = visit.account;
  await call(visit, 'look-up', { path: '/Dealer/GetDealer', block: 'DealerRequest', fields: { DealerCode } });
  const link = await openLink(visit);
  await call(visit, 'cancel-link', ofLinks('CancelUserPosPayment', { OtherTrxCode: link.code }));
  await expectState(visit, link, 'Cancelled');
};

/** A test card that the embedded bank authenticates by a one-time code. */
const cardAt = (nowMs: number): Readonly<Record<string, string>> => ({
  cardNumber: testCard('approved').number,
  holderName: 'Canary',
  expiry: `12 / ${String((new Date(nowMs).getUTCFullYear() + 2) % 100)}`,
  cvc: '123',
});

/** From the bank's gate through its challenge to the page that posts the callback. */
const passThreeD = async (visitor: Visitor, handOver: VisitedPage): Promise<VisitedPage> => {
  const challenge = await visitor.post('pass-3d', handOver.forms[0]);
  // The embedded bank shows the code that a phone would get.
  const [, code] = /id="one-time-code">(\d{6})</.exec(challenge.markup) ?? [];
  if (code === undefined) throw new CanaryFailure('pass-3d', 'no challenge');
  return visitor.post('pass-3d', challenge.forms[0], { code, decision: 'approve' });
};

/** Makes a link and pays it with a test card and 3D, as a browser does. For the embedded bank of sandbox stages only. */
export const payLink = async (visit: CanaryVisit): Promise<void> => {
  const { visitor, nowMs } = visit;
  const link = await openLink(visit);
  const form = formWithAction(link.page.forms, 'pay');
  const handOver = await visitor.post('pay-by-card', form, cardAt(nowMs));
  const callback = await passThreeD(visitor, handOver);
  const progress = await visitor.post('finish-payment', callback.forms.at(-1));
  const result = await visitor.post('finish-payment', progress.forms[0]);
  const fields = Object.fromEntries(result.forms[0]?.fields ?? []);
  const isPaid = isSameText(fields.hashValue ?? '', resultHashesOf(link.codeForHash).successHash);
  if (!isPaid) throw new CanaryFailure('verify-result', 'another hash');
  await expectState(visit, link, 'Paid');
};

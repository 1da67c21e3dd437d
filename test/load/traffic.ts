import type { DemoDealer } from '../../infra/local/demo-dealer.ts';
import { testCard, testCards } from '../../shared/nestpay/test-cards.ts';
import { verifyResult } from '../../shared/shop/verify-result.ts';
import { callbackOf, formFor, type PayerPage, passingForm, reportOn, typedCard } from '../support/payment/payer.ts';
import type { Kind } from './options.ts';
import { type Records, type RunPayment, WrongAnswer } from './records.ts';
import type { Call } from './shop-calls.ts';
import { payerAddress, type Visitor, visitorAt } from './visitor.ts';

/** Links that pages and quotes are asked of. Older ones are left alone. */
const KEPT_LINKS = 50;
/** An open link gives an address twenty quotes an hour, and all addresses three hundred (rule 34). */
const QUOTES_OF_A_LINK = 20;
const AMOUNTS = 1000;
/** Runs with other seeds have other payers. */
const FIRST_VISITORS = 1_000_000;

const CARDS = testCards
  .filter(({ id }) => /^(?:approved|approved-mastercard|frictionless|sample-\d+|public-\d+)$/.test(id))
  .map(({ id }) => id);

interface Link {
  readonly url: string;
  readonly code: string;
  readonly amount: number;
  readonly codeForHash: string;
  quotes: number;
}

export interface TrafficOptions {
  readonly call: Call;
  readonly dealer: DemoDealer;
  readonly records: Records;
  readonly random: () => number;
  /** Begins every OtherTrxCode of this run. */
  readonly prefix: string;
}

const bankPage = async (visitor: Visitor, handOver: PayerPage): Promise<PayerPage> => {
  const atBank = await visitor.post(passingForm(handOver));
  const [, code] = /id="one-time-code">(\d{6})</.exec(atBank.markup) ?? [];
  return code === undefined ? atBank : visitor.post(passingForm(atBank), { code, decision: 'approve' });
};

/** What callers and payers do to the service. Each throws at an answer that nobody should get. */
export const trafficOf = ({ call, dealer, records, random, prefix }: TrafficOptions) => {
  const payments: RunPayment[] = [];
  const refundable: RunPayment[] = [];
  const links: Link[] = [];
  const next = { code: 1, card: 1, visitor: Math.floor(random() * FIRST_VISITORS) };
  const counted = (name: keyof typeof next): number => {
    next[name] += 1;
    return next[name];
  };

  const newCode = (): string => `${prefix}-${counted('code')}`;
  const newAmount = (): number => (1 + Math.floor(random() * AMOUNTS)) / 4 + 1;
  const newVisitor = (): Visitor => visitorAt(payerAddress(counted('visitor')));
  const step = async <Value>(name: string, doing: Promise<Value>): Promise<Value> => {
    const startedAtMs = performance.now();
    const value = await doing;
    records.took(`  ${name}`, performance.now() - startedAtMs);
    return value;
  };

  const newLink = async (): Promise<Link> => {
    const [code, amount] = [newCode(), newAmount()];
    const { Url, CodeForHash } = await call('CreateUserPosPayment', {
      OtherTrxCode: code,
      DealerCustomerTypeId: dealer.DealerCustomerTypeId,
      Amount: amount,
      ReturnHash: 1,
      RedirectUrl: `${dealer.BaseUrl}/shop/result`,
    });
    return { url: String(Url), codeForHash: String(CodeForHash), code, amount, quotes: 0 };
  };

  const link = async (): Promise<void> => {
    links.push(await newLink());
    if (links.length > KEPT_LINKS) links.shift();
  };

  const keptLink = async (): Promise<Link> => {
    if (links.length === 0) await link();
    const kept = links[Math.floor(random() * links.length)];
    if (kept === undefined) throw new WrongAnswer('NoLink', 'A link was made and is not there.');
    return kept;
  };

  const page = async (): Promise<void> => {
    const { text } = await newVisitor().open((await keptLink()).url);
    if (!/card/i.test(text)) throw new WrongAnswer('NotTheForm', text.slice(0, 200));
  };

  const quote = async (): Promise<void> => {
    const kept = await keptLink();
    kept.quotes += 1;
    if (kept.quotes === QUOTES_OF_A_LINK) links.splice(links.indexOf(kept), 1);
    const bin = testCard('approved').number.slice(0, 8);
    const { status, body } = await newVisitor().send(`${kept.url}/quote`, { bin });
    if (status !== 200 || !body.includes('radio')) throw new WrongAnswer(String(status), body.slice(0, 200));
  };

  /** A whole payment of a new link with 3D, as a payer without script makes it. */
  const payment = async (): Promise<void> => {
    const { url, code, amount, codeForHash } = await newLink();
    const visitor = newVisitor();
    const card = CARDS[counted('card') % CARDS.length] ?? 'approved';
    const made: RunPayment = { code, amount, told: false, refundAsked: false };
    const opened = await step('page of the link', visitor.open(url));
    const quoting = { cardNumber: testCard(card).number.slice(0, 8) };
    const form = await step('quote on the page', visitor.post(formFor(opened, 'quote'), quoting));
    const handOver = await step('card posted', visitor.post(formFor(form, 'pay'), typedCard(card)));
    const callback = await step('embedded bank', bankPage(visitor, handOver));
    payments.push(made);
    const between = await step('callback', visitor.post(callbackOf(callback)));
    const result = await step('3D finish and result', visitor.post(passingForm(between)));
    const { fields } = reportOn(result);
    if (verifyResult(fields.hashValue ?? '', codeForHash).verdict !== 'paid') {
      throw new WrongAnswer('NotPaid', `${code} was reported with ${JSON.stringify(fields)}`);
    }
    made.told = true;
  };

  const direct = async (): Promise<void> => {
    const made: RunPayment = { code: newCode(), amount: newAmount(), told: false, refundAsked: false };
    payments.push(made);
    await call('DoDirectPayment', {
      OtherTrxCode: made.code,
      Amount: made.amount,
      CardHolderFullName: 'Elif Y',
      CardNumber: testCard('approved').number,
      ExpMonth: '12',
      ExpYear: '2030',
      CvcNumber: '000',
    });
    made.told = true;
    refundable.push(made);
  };

  const refund = async (): Promise<void> => {
    if (refundable.length === 0) await direct();
    const paid = refundable.shift();
    if (paid === undefined) throw new WrongAnswer('NoPayment', 'A payment was made and is not there.');
    paid.refundAsked = true;
    await call('DoCreateRefundRequest', { OtherTrxCode: paid.code });
  };

  const lookups = [
    () => call('GetSale', { DealerSaleId: dealer.DealerSaleId }),
    () => call('GetCustomer', { CustomerCode: dealer.CustomerCode }),
    () => call('GetDealer', {}),
    () => call('GetBankCardInformation', { BinNumber: testCard('approved').number.slice(0, 6) }),
  ] as const;
  const lookup = async (): Promise<void> => {
    await lookups[Math.floor(random() * lookups.length)]?.();
  };

  const list = async (): Promise<void> => {
    await call('GetPaymentList', {}).catch((error: unknown) => {
      // Before the first payment.
      if (!(error instanceof WrongAnswer && error.code.endsWith('.NoDataFound'))) throw error;
    });
  };

  const serve: Readonly<Record<Kind, () => Promise<void>>> = {
    lookup,
    list,
    link,
    page,
    quote,
    payment,
    direct,
    refund,
  };
  return { serve, payments };
};

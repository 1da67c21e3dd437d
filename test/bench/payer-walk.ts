import { type BankDealer, simple } from '../support/bank-merchants.ts';
import {
  callbackOf,
  formFor,
  openPage,
  type PayerPage,
  postForm,
  reportOn,
  toCallback,
  typedCard,
} from '../support/payer.ts';
import { type BankTap, bankMs } from './bank-tap.ts';

/** Milliseconds of a payer's steps at the service, the bank's share left out. */
export interface WalkTimes {
  readonly viewMs: number;
  readonly payMs: number;
  /** The bank's callback, and the page that passes the result on, to which it is moved. */
  readonly finishMs: number;
}

/** Requests that a walk makes at the service: view, pay, callback, result. */
export const WALK_REQUESTS = 4;

/** Cards that the bank asks a code for and then approves. An address may pay ten times with each. */
const CARDS = ['approved', 'approved-mastercard', ...Array.from({ length: 11 }, (_, index) => `sample-${index + 1}`)];

const timed = async (step: () => Promise<PayerPage>): Promise<readonly [PayerPage, number]> => {
  const startedAt = performance.now();
  const page = await step();
  return [page, performance.now() - startedAt];
};

/** Pays a new link with 3D, from its page to the page that reports to the dealer, as a browser without script does. */
export const walk = async (dealer: BankDealer, tap: BankTap, round: number): Promise<WalkTimes> => {
  const { url } = await dealer.newLink(simple);
  const [page, viewMs] = await timed(() => openPage(url));
  const [handOver, payMs] = await timed(() =>
    postForm(formFor(page, 'pay'), typedCard(CARDS[round % CARDS.length] ?? 'approved')),
  );
  const callback = callbackOf(await toCallback(handOver));
  tap.takeCalls();
  const [result, wholeMs] = await timed(() => postForm(callback));
  const { resultCode } = reportOn(result).fields;
  if (resultCode !== '') throw new Error(`The payment ended with ${resultCode}.`);
  return { viewMs, payMs, finishMs: wholeMs - bankMs(tap.takeCalls()) };
};

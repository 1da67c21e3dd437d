import { minor, toWireAmount } from '../../../shared/domain/money/money.ts';
import { decidingAttempt, type Payment } from '../../../shared/domain/payment/payment.ts';
import { demand } from '../invariants.ts';
import type { World } from '../world.ts';
import { detailOver } from './life-calls.ts';
import type { LifeScene } from './life-scene.ts';

type Members = Readonly<Record<string, unknown>>;

const asMinor = (amount: unknown): number => Math.round(Number(amount) * 100);
const sumOf = (entries: readonly Members[], member: string): number =>
  entries.reduce((total, entry) => total + asMinor(entry[member]), 0);

const statusOf = (payment: Payment): string => {
  const attempt = decidingAttempt(payment);
  if (attempt === undefined) return '';
  const { reportedOutcome, state, terms, captured } = attempt;
  const held = terms.type === 'pre-authorisation' && captured === undefined;
  if (reportedOutcome === 'paid') {
    if (state === 'voided') return '3/1';
    if (state === 'refunded') return '4/1';
    return held ? '1/1' : '2/1';
  }
  // A payer who left during 3D is charged no more, once the link is closed.
  const isLeft = state === 'authenticating' && payment.link !== undefined && payment.link.state !== 'open';
  const isOpen =
    reportedOutcome === 'nobody' && !isLeft && ['authenticating', 'charging', 'in-doubt', 'approved'].includes(state);
  return isOpen ? '0/0' : held ? '1/2' : '2/2';
};

/** What the detail list tells a dealer is what the rows say, to the kurus. */
export const checkDetail = async (world: World, { dealer, otherTrxCode }: LifeScene, payment: Payment | undefined) => {
  const heard = await detailOver(world, world.store.direct, dealer)({ OtherTrxCode: otherTrxCode });
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  if (heard.kind !== 'answered') throw new Error(`the detail list says ${JSON.stringify(heard)}`);
  const detail = heard.data.PaymentDetail as Members | null;
  demand((detail === null) === (attempt === undefined), 'the detail list knows another payment');
  if (detail === null || payment === undefined || attempt === undefined) return;
  const { terms, captured, refunded = minor(0), state } = attempt;
  const status = `${String(detail.PaymentStatus)}/${String(detail.TrxStatus)}`;
  demand(status === statusOf(payment), `the detail list says ${status} of ${attempt.reportedOutcome}, ${state}`);
  demand(detail.Amount === toWireAmount(captured ?? terms.total), 'the detail list tells another amount');
  demand(detail.RefAmount === toWireAmount(refunded), 'the detail list tells another RefAmount');
  const shares = detail.SubDealerList as readonly Members[];
  if (shares.length > 0) {
    demand(sumOf(shares, 'Amount') === (captured ?? terms.total), 'the shares are not the amount');
    demand(state === 'voided' || sumOf(shares, 'RefAmount') === refunded, 'the refunds of shares are not RefAmount');
  }
  const entries = heard.data.PaymentTrxDetailList as readonly Members[];
  const done = entries.filter(({ TrxStatus, TrxType }) => TrxStatus === 1 && TrxType === 4);
  demand(state === 'voided' || sumOf(done, 'Amount') >= refunded, 'refunds are missing in the detail list');
};

import { threeDForm as garantiForm } from '../../../shared/adapters/garanti/three-d-form.ts';
import { threeDForm as nestPayForm } from '../../../shared/adapters/nestpay/three-d-form.ts';
import { type PostedCard, postedCard } from '../../../shared/domain/card/posted-card.ts';
import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { AccountOfAnyKind, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import type { PaymentCard, PosOrder } from '../../../shared/ports/bank-order.ts';
import type { ThreeDForm, ThreeDStart } from '../../../shared/ports/three-d-gate.ts';
import { cardOf, chargeOf, startOf } from './bank-calls.ts';
import { accountAt, garantiAccountAt } from './bank-server.ts';

type Settings = Partial<Omit<AccountOfAnyKind, 'kind'>>;

/** A gateway as the suites of the port see it: its bank, its accounts, its cards and its paths. */
export interface TestGateway {
  readonly kind: GatewayKind;
  /** An account at the embedded bank. Each call makes another merchant. */
  readonly accountAt: (gateway: string, changes?: Settings) => PosAccount;
  /** The account with another merchant's number, which its keys do not fit. */
  readonly asNobody: (account: PosAccount) => PosAccount;
  readonly withWrongPassword: (account: PosAccount) => PosAccount;
  /** Path of the requests in XML, of the gate, and of the challenge pages. */
  readonly api: string;
  readonly gate: string;
  readonly challenges: string;
  /** The payer's form of any card, without the check that a sandbox takes test cards alone. */
  readonly formOf: (account: PosAccount, start: ThreeDStart) => ThreeDForm;
  /** Name of the form's field with the amount. */
  readonly amountField: string;
  /** Whether the bank can play the behaviour of a test card. */
  readonly plays: (cardId: string) => boolean;
  readonly cardOf: (cardId: string) => PaymentCard;
  readonly chargeOf: (cardId: string, changes?: Partial<PosOrder>) => ReturnType<typeof chargeOf>;
  readonly startOf: (cardId: string, changes?: Partial<PosOrder>) => ThreeDStart & { readonly card: PostedCard };
  /** An order in the bank's books: undefined where there is none. */
  readonly booked: (ledger: BankLedger, account: PosAccount, orderId: string) => Promise<object | undefined>;
}

const otherKind = (): never => {
  throw new Error('an account of another kind');
};

const nestPay: TestGateway = {
  kind: 'nestpay',
  accountAt,
  asNobody: (account) => ({ ...account, clientId: 'nobody' }) as PosAccount,
  withWrongPassword: (account) => ({ ...account, apiPassword: 'wrong' }) as PosAccount,
  api: '/fim/api',
  gate: '/fim/est3Dgate',
  challenges: '/fim/challenge/',
  formOf: (account, start) => (account.kind === 'nestpay' ? nestPayForm(account, account.gateway, start) : otherKind()),
  amountField: 'amount',
  plays: (cardId) => testCard(cardId).garanti === undefined,
  cardOf,
  chargeOf,
  startOf,
  booked: (ledger, account, orderId) =>
    account.kind === 'nestpay' ? ledger.findOrder(account.clientId, orderId) : Promise.resolve(undefined),
};

const garantiCard = (cardId: string): PaymentCard => {
  const { number, garantiNumber = number } = testCard(cardId);
  return { ...cardOf(cardId), number: garantiNumber };
};

const garanti: TestGateway = {
  kind: 'garanti',
  accountAt: garantiAccountAt,
  asNobody: (account) => ({ ...account, terminalId: '1234' }) as PosAccount,
  withWrongPassword: (account) => ({ ...account, provisionPassword: 'wrong', refundPassword: 'wrong' }) as PosAccount,
  api: '/VPServlet',
  gate: '/servlet/gt3dengine',
  challenges: '/servlet/challenge/',
  formOf: (account, start) => {
    if (account.kind !== 'garanti') return otherKind();
    return garantiForm({ account, sandbox: true, ipAddress: start.payerAddress }, account.gateway, start);
  },
  amountField: 'txnamount',
  plays: (cardId) => testCard(cardId).garantiNumber !== undefined,
  cardOf: garantiCard,
  chargeOf: (cardId, changes) => ({ ...chargeOf(cardId, changes), card: garantiCard(cardId) }),
  startOf: (cardId, changes) => ({ ...startOf(cardId, changes), card: postedCard(garantiCard(cardId)) }),
  booked: (ledger, account, orderId) =>
    account.kind === 'garanti' ? ledger.terminals.find(account.terminalId, orderId) : Promise.resolve(undefined),
};

/** Every kind of gateway: what the port promises is tested of each. */
export const gateways: readonly TestGateway[] = [nestPay, garanti];

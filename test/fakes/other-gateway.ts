import type { SealedMerchantKey } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import type {
  AccountOfAnyKind,
  BankGateway,
  BankReferences,
  BookedOrder,
  OpenedMerchant,
  PosOrder,
} from '../../shared/ports/bank-gateway.ts';

export interface OtherMerchant {
  readonly terminal: string;
  readonly pinKey: SealedMerchantKey;
}
type OtherAccount = AccountOfAnyKind & OpenedMerchant<OtherMerchant>;

/** A card that takes no part in this gateway's 3D, and one whose charge gets no answer. */
export const NOT_ENROLLED = '4000000000000002';
export const UNHEARD = '5555555555554444';

/**
 * A gateway of a kind that NestPay is not: it knows a terminal with a PIN key, wants the holder's name, begins and ends
 * 3D by calls to its server, and undoes a charge by its references alone.
 */
export class OtherGateway implements BankGateway<OtherAccount> {
  readonly charges = new Map<string, BankReferences & { readonly order: PosOrder; undone?: true }>();
  readonly calls: string[] = [];
  serverAnswers = true;

  #hear(call: string, { kind, terminal, pinKey }: OtherAccount): void {
    this.calls.push(call);
    if (`${kind} ${terminal} ${pinKey}` !== 'other T-1 opened-pin-key')
      throw new Error('the account is another kind of');
  }

  #book(order: PosOrder): { readonly kind: 'approved'; readonly references: BankReferences } {
    const references = { authCode: 'A', hostReference: 'H', transactionId: `T-${this.charges.size + 1}` };
    this.charges.set(order.orderId, { ...references, order });
    return { kind: 'approved', references };
  }

  charge: BankGateway<OtherAccount>['charge'] = async (account, { card, payerAddress: _address, ...order }) => {
    this.#hear(`charge of ${card.holderName}`, account);
    const answer = this.#book(order);
    return card.number === UNHEARD ? { kind: 'unknown', cause: 'time-out' } : answer;
  };

  start3D: BankGateway<OtherAccount>['start3D'] = async (account, { card, okUrl }, { answerBy }) => {
    this.#hear(`enrolment of ${card.holderName}`, account);
    if (!this.serverAnswers || answerBy <= 0) return { kind: 'failed', code: '021' };
    if (card.number === NOT_ENROLLED) return { kind: 'failed', code: '013' };
    const form = { action: 'https://issuer.example/acs', fields: [['TermUrl', okUrl]] } as const;
    return { kind: 'form', form, gatewayState: 'session-7' };
  };

  verifyCallback: BankGateway<OtherAccount>['verifyCallback'] = async (account, expected, posted) => {
    this.#hear(`resolution of ${expected.gatewayState}`, account);
    if (!this.serverAnswers) return { kind: 'unknown' };
    const passed = expected.gatewayState === 'session-7' && new Map(posted).get('PaRes') === 'passed';
    if (!passed) return { kind: 'failed', code: '001' };
    return { kind: 'authenticated', authentication: { md: 'session-7', xid: '', eci: '', cavv: '' } };
  };

  provision: BankGateway<OtherAccount>['provision'] = async (
    account,
    { authentication, payerAddress: _address, ...order },
  ) => {
    this.#hear(`charge after 3D of ${authentication.md}`, account);
    return this.#book(order);
  };

  inquire: BankGateway<OtherAccount>['inquire'] = async (account, { orderId }) => {
    this.#hear('inquiry', account);
    const found = this.charges.get(orderId);
    if (found === undefined) return { kind: 'no-record' };
    const { order, undone, ...references } = found;
    if (!this.serverAnswers) return { kind: 'unknown', cause: 'time-out' };
    return undone === true ? { kind: 'voided', references } : { kind: 'captured', amount: order.amount, references };
  };

  inquireHistory: BankGateway<OtherAccount>['inquireHistory'] = async () => ({ kind: 'unknown', cause: 'not-asked' });

  followUp: BankGateway<OtherAccount>['followUp'] = async (account, order: BookedOrder, { kind }) => {
    this.#hear(`${kind} of ${order.references?.transactionId}`, account);
    const charge = [...this.charges.values()].find((one) => one.transactionId === order.references?.transactionId);
    if (charge === undefined) return { kind: 'unknown', cause: 'error-answer' };
    charge.undone = true;
    return { kind: 'approved', references: charge };
  };
}

import { minor } from '../../shared/domain/money/money.ts';
import type { SealedMerchantKey } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import type { AccountOfAnyKind, BankGateway, OpenedMerchant } from '../../shared/ports/bank-gateway.ts';

export type OtherMerchant = { readonly terminal: string; readonly pinKey: SealedMerchantKey };
type Account = AccountOfAnyKind & OpenedMerchant<OtherMerchant>;
type Gateway = BankGateway<Account>;

/** A card that takes no part in this gateway's 3D, and one whose charge gets no answer. */
export const [NOT_ENROLLED, UNHEARD] = ['4000000000000002', '5555555555554444'] as const;
const APPROVED = { kind: 'approved', references: { authCode: 'A', hostReference: 'H', transactionId: 'T-1' } } as const;

/** A gateway unlike NestPay: a PIN key, the holder's name, 3D by calls to its server, voids by reference; for one charge. */
export class OtherGateway implements Gateway {
  readonly calls: string[] = [];
  serverAnswers = true;
  #charged = minor(0);

  /** Notes a call, with what it charges, and approves it. */
  #hear(call: string, { terminal, pinKey }: Account, charged = this.#charged): typeof APPROVED {
    if (`${terminal} ${pinKey}` !== 'T-1 opened-pin-key') throw new Error('not an opened account of this kind');
    this.calls.push(call);
    this.#charged = charged;
    return APPROVED;
  }
  charge: Gateway['charge'] = async (account, { card, amount }) => {
    const approved = this.#hear(`charge of ${card.holderName}`, account, amount);
    return card.number === UNHEARD ? { kind: 'unknown', cause: 'time-out' } : approved;
  };
  start3D: Gateway['start3D'] = async (account, { card, okUrl }) => {
    this.#hear(`enrolment of ${card.holderName}`, account);
    if (!this.serverAnswers) return { kind: 'failed', code: '021' };
    if (card.number === NOT_ENROLLED) return { kind: 'failed', code: '013' };
    return { kind: 'form', form: { action: 'https://issuer.example', fields: [['Url', okUrl]] }, gatewayState: 'S-7' };
  };
  startOnServer: Gateway['startOnServer'] = async (account, { okUrl }) => {
    this.#hear('start on the server', account);
    if (!this.serverAnswers) return { kind: 'failed', code: '024', why: { kind: 'silent' } };
    return {
      kind: 'form',
      form: { action: 'https://issuer.example', fields: [['Url', okUrl]], acceptCharset: 'utf-8' },
    };
  };
  verifyCallback: Gateway['verifyCallback'] = async (account, { gatewayState = '' }, posted) => {
    this.#hear(`resolution of ${gatewayState}`, account);
    if (!this.serverAnswers) return { kind: 'unknown' };
    if (new Map(posted).get('PaRes') !== 'passed') return { kind: 'failed', code: '001', mdStatus: 0 };
    return { kind: 'authenticated', authentication: { md: gatewayState, xid: '', eci: '', cavv: '' }, mdStatus: 1 };
  };
  provision: Gateway['provision'] = async (account, { authentication, amount }) =>
    this.#hear(`charge after 3D of ${authentication.md}`, account, amount);
  inquire: Gateway['inquire'] = async (account) => {
    const { references } = this.#hear('inquiry', account);
    if (!this.serverAnswers) return { kind: 'unknown', cause: 'time-out' };
    return { kind: 'captured', amount: this.#charged, references };
  };
  inquireHistory: Gateway['inquireHistory'] = async () => ({ kind: 'unknown', cause: 'not-asked' });
  followUp: Gateway['followUp'] = async (account, { references }, { kind }) =>
    this.#hear(`${kind} of ${references?.transactionId}`, account);
}

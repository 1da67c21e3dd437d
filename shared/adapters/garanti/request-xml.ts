import {
  API_VERSION,
  chargeTypeNames,
  followUpTypeNames,
  inquiryTypeNames,
  installmentText,
  NO_AMOUNT,
  needsRefundUser,
  presentCodes,
} from '../../garanti/codes.ts';
import { type GarantiUser, requestHash } from '../../garanti/hashes.ts';
import { currencyNumbers } from '../../nestpay/codes.ts';
import type { BookedOrder, FollowUp, ListedPeriod, PaymentCard, PosOrder } from '../../ports/bank-order.ts';
import type { Authentication3D } from '../../ports/three-d-gate.ts';
import { writeXml, type XmlElements } from '../bank/xml-writer.ts';
import type { GarantiAccount } from './account.ts';
import { listMoment } from './bank-moment.ts';

/** What every request needs besides what it asks for. */
export interface Sending {
  readonly account: GarantiAccount;
  readonly sandbox: boolean;
  /** IPv4. */
  readonly ipAddress: string;
}

/** `Mode` and `mode`: the bank's own word for a stage. */
export const modeOf = (sandbox: boolean): 'TEST' | 'PROD' => (sandbox ? 'TEST' : 'PROD');

/** The name and password of the user who asks for a transaction of a type. */
const userOf = (account: GarantiAccount, type: string): GarantiUser & { readonly name: string } => {
  const { terminalId, provisionUser, provisionPassword, refundUser, refundPassword } = account;
  return needsRefundUser(type)
    ? { terminalId, name: refundUser, password: refundPassword }
    : { terminalId, name: provisionUser, password: provisionPassword };
};

/** Longest order id that the bank takes. */
const MOST_ORDER_ID = 36;

interface Asked {
  readonly type: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly card?: { readonly Number: string; readonly ExpireDate: string; readonly CVV2: string | undefined };
  /** Besides the order id. */
  readonly order?: XmlElements;
  /** Empty for the single payment. */
  readonly installments?: string;
  readonly after3D?: boolean;
  readonly motoInd?: 'N' | 'Y';
  /** Behind the elements that every transaction has. */
  readonly transaction?: XmlElements;
}

const request = ({ account, sandbox, ipAddress }: Sending, asked: Asked): string => {
  const { type, orderId, amount, currencyCode, card, after3D = false, motoInd = 'N' } = asked;
  if (orderId.length > MOST_ORDER_ID) throw new RangeError(`an order id has at most ${MOST_ORDER_ID} characters`);
  const user = userOf(account, type);
  return writeXml(
    {
      GVPSRequest: {
        Mode: modeOf(sandbox),
        Version: API_VERSION,
        Terminal: {
          ProvUserID: user.name,
          UserID: user.name,
          HashData: requestHash(user, { orderId, cardNumber: card?.Number, amount, currencyCode }),
          ID: account.terminalId,
          MerchantID: account.merchantId,
        },
        Customer: { IPAddress: ipAddress },
        Card: card,
        Order: { OrderID: orderId, ...asked.order },
        Transaction: {
          Type: type,
          InstallmentCnt: asked.installments ?? '',
          Amount: String(amount),
          CurrencyCode: currencyCode,
          CardholderPresentCode: after3D ? presentCodes.after3D : presentCodes.without3D,
          MotoInd: motoInd,
          ...asked.transaction,
        },
      },
    },
    'UTF-8',
  );
};

const charged = (order: PosOrder) => ({
  type: chargeTypeNames[order.type],
  orderId: order.orderId,
  amount: order.amount,
  currencyCode: currencyNumbers[order.currency],
  installments: installmentText(order.installments),
});

/**
 * A charge by card, without 3D. A card without its CVC is sent as an order by mail or telephone. Throws on a text that
 * cannot be sent.
 */
export const chargeRequest = (sending: Sending, order: PosOrder & { readonly card: PaymentCard }): string => {
  const { number, expiryMonth, expiryYear, cvc } = order.card;
  const card = { Number: number, ExpireDate: `${expiryMonth}${expiryYear.slice(-2)}`, CVV2: cvc };
  return request(sending, { ...charged(order), card, motoInd: cvc === undefined ? 'Y' : 'N' });
};

/** The charge after 3D: its proofs stand for the card. */
export const provisionRequest = (
  sending: Sending,
  order: PosOrder & { readonly authentication: Authentication3D },
): string => {
  const { md, xid, eci, cavv } = order.authentication;
  const Secure3D = { AuthenticationCode: cavv, SecurityLevel: eci, TxnID: xid, Md: md };
  return request(sending, { ...charged(order), after3D: true, transaction: { Secure3D } });
};

/** A capture, void or refund of the transaction that `originalReference` (RetrefNum) names. */
export const followUpRequest = (
  sending: Sending,
  order: BookedOrder,
  { kind, originalReference }: { readonly kind: FollowUp['kind']; readonly originalReference: string },
): string =>
  request(sending, {
    type: followUpTypeNames[kind],
    orderId: order.orderId,
    amount: kind === 'void' ? NO_AMOUNT : order.amount,
    currencyCode: currencyNumbers[order.currency],
    transaction: { OriginalRetrefNum: originalReference },
  });

/** Asks for the state of an order, or for all its transactions. */
export const inquiryRequest = (sending: Sending, order: PosOrder, about: 'order' | 'history'): string =>
  request(sending, {
    type: inquiryTypeNames[about],
    orderId: order.orderId,
    amount: NO_AMOUNT,
    currencyCode: currencyNumbers[order.currency],
  });

const DAY_MS = 86_400_000;
const MOST_DAYS = 30;

/** Asks for one page of the orders of a period. Throws on a period of more than 30 days, which the bank does not list. */
export const listRequest = (sending: Sending, { fromMs, untilMs, page }: ListedPeriod): string => {
  if (untilMs - fromMs > MOST_DAYS * DAY_MS) throw new RangeError(`a list has at most ${MOST_DAYS} days`);
  return request(sending, {
    type: inquiryTypeNames.list,
    orderId: '',
    amount: NO_AMOUNT,
    currencyCode: currencyNumbers.TL,
    order: { StartDate: listMoment(fromMs), EndDate: listMoment(untilMs), ListPageNum: String(page) },
  });
};

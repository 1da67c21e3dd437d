import { formatAmount } from '../../domain/money/money.ts';
import { currencyNumbers } from '../../nestpay/codes.ts';
import type { ChargeType, FollowUp, PaymentCard, PosOrder } from '../../ports/bank-order.ts';
import type { Authentication3D } from '../../ports/three-d-gate.ts';
import { writeXml, type XmlElements } from '../bank/xml-writer.ts';
import type { NestPayAccount } from './account.ts';

const typeNames: Readonly<Record<ChargeType, string>> = { sale: 'Auth', 'pre-authorisation': 'PreAuth' };
const followUpTypes: Readonly<Record<FollowUp['kind'], string>> = {
  capture: 'PostAuth',
  void: 'Void',
  refund: 'Credit',
};

export const chargeTypeName = (type: ChargeType): string => typeNames[type];

/** Empty for the single payment, else the installment count. */
export const installmentText = (installments: number): string => (installments === 1 ? '' : String(installments));

const credentials = ({ apiUser, apiPassword, clientId }: NestPayAccount): XmlElements => ({
  Name: apiUser,
  Password: apiPassword,
  ClientId: clientId,
});

const request = (elements: XmlElements): string => writeXml({ CC5Request: elements });

type Charge = PosOrder & { readonly payerAddress: string };

const chargeElements = (account: NestPayAccount, order: Charge, instrument: XmlElements): XmlElements => ({
  ...credentials(account),
  Type: typeNames[order.type],
  // A recurring sale is charged without a caller: then the element is left out, for any address would be made up.
  IPAddress: order.payerAddress === '' ? undefined : order.payerAddress,
  Email: '',
  OrderId: order.orderId,
  UserId: '',
  Total: formatAmount(order.amount),
  Currency: currencyNumbers[order.currency],
  Taksit: installmentText(order.installments),
  ...instrument,
  Mode: 'P',
});

/** A charge by card, without 3D. Throws on a text that cannot be sent. */
export const chargeRequest = (account: NestPayAccount, order: Charge & { readonly card: PaymentCard }): string => {
  const { number, expiryMonth, expiryYear, cvc } = order.card;
  // Without a CVC (a stored card) the element is left out: the gateway refuses an empty one as a missing CVC.
  const card = { Number: number, Expires: `${expiryMonth}/${expiryYear.slice(-2)}`, Cvv2Val: cvc };
  return request(chargeElements(account, order, card));
};

/** The charge after 3D: `md` stands for the card, so neither expiry nor CVC is sent. */
export const provisionRequest = (
  account: NestPayAccount,
  order: Charge & { readonly authentication: Authentication3D },
): string => {
  const { md, xid, eci, cavv } = order.authentication;
  const proof = { Number: md, PayerTxnId: xid, PayerSecurityLevel: eci, PayerAuthenticationCode: cavv };
  return request(chargeElements(account, order, proof));
};

/** A capture, void or refund of an order. */
export const followUpRequest = (account: NestPayAccount, order: PosOrder, step: FollowUp): string => {
  const elements = { ...credentials(account), Type: followUpTypes[step.kind], OrderId: order.orderId };
  const Total = formatAmount(order.amount);
  if (step.kind === 'void') return request(elements);
  if (step.kind === 'refund') return request({ ...elements, Currency: currencyNumbers[order.currency], Total });
  const { preAuthorised } = step;
  const more = preAuthorised !== undefined && order.amount > preAuthorised;
  return request({ ...elements, Total, ...(more ? { Extra: { PREAMT: formatAmount(preAuthorised) } } : {}) });
};

/** Asks for the state of an order. */
export const inquiryRequest = (account: NestPayAccount, order: PosOrder): string =>
  request({ ...credentials(account), OrderId: order.orderId, Extra: { ORDERSTATUS: 'QUERY' } });

/** Asks for all transactions of an order. */
export const historyRequest = (account: NestPayAccount, order: PosOrder): string =>
  request({ ...credentials(account), OrderId: order.orderId, Extra: { ORDERHISTORY: 'QUERY' } });

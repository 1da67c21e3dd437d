import type { FormField } from '../../domain/form-field.ts';
import { API_VERSION, chargeTypeNames, installmentText } from '../../garanti/codes.ts';
import { formHash } from '../../garanti/hashes.ts';
import { currencyNumbers } from '../../nestpay/codes.ts';
import type { ThreeDExpectation, ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import type { GarantiAccount } from './account.ts';
import { modeOf, type Sending } from './request-xml.ts';

const CONTROL = /\p{Cc}|\p{Surrogate}/u;

/** The fields for the gate that it echoes: without the card, the payer's address and the hash. */
export const gateFields = (
  account: GarantiAccount,
  { order, okUrl, failUrl, language }: ThreeDExpectation,
  sandbox: boolean,
): readonly FormField[] => [
  ['secure3dsecuritylevel', '3D'],
  ['mode', modeOf(sandbox)],
  ['apiversion', API_VERSION],
  ['terminalprovuserid', account.provisionUser],
  ['terminaluserid', account.provisionUser],
  ['terminalmerchantid', account.merchantId],
  ['terminalid', account.terminalId],
  ['txntype', chargeTypeNames[order.type]],
  ['txnamount', String(order.amount)],
  ['txncurrencycode', currencyNumbers[order.currency]],
  ['txninstallmentcount', installmentText(order.installments)],
  ['orderid', order.orderId],
  ['successurl', okUrl],
  ['errorurl', failUrl],
  ['lang', language],
];

const cardFields = ({ card }: ThreeDStart): readonly FormField[] => [
  ['cardnumber', card.number],
  ['cardexpiredatemonth', card.expiryMonth],
  ['cardexpiredateyear', card.expiryYear.slice(-2)],
  ['cardcvv2', card.cvc ?? ''],
];

/** The signed form for the gate at `gatewayAddress`. Throws on control characters, which no value of ours has. */
export const threeDForm = (
  { account, sandbox, ipAddress }: Sending,
  gatewayAddress: string,
  start: ThreeDStart,
): ThreeDForm => {
  const { terminalId, provisionPassword: password, storeKey } = account;
  const echoed = gateFields(account, start, sandbox);
  const fields: readonly FormField[] = [...echoed, ['customeripaddress', ipAddress], ...cardFields(start)];
  for (const [name, value] of fields) {
    if (CONTROL.test(value)) throw new RangeError(`${name} holds a character that cannot be sent`);
  }
  return {
    action: `${gatewayAddress}/servlet/gt3dengine`,
    fields: [...fields, ['secure3dhash', formHash({ terminalId, password, storeKey }, new Map(echoed))]],
  };
};

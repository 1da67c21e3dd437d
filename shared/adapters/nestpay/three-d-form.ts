import type { FormField } from '../../domain/form-field.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { currencyNumbers } from '../../nestpay/codes.ts';
import type { ThreeDExpectation, ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import type { NestPayAccount } from './account.ts';
import { hashVer3 } from './hash-ver3.ts';
import { chargeTypeName, installmentText } from './request-xml.ts';

const CONTROL = /\p{Cc}|\p{Surrogate}/u;

/** The fields for the gate without the card. Whatever the bank echoes of them must come back equal (rule 19). */
export const gateFields = (account: NestPayAccount, start: ThreeDExpectation): readonly FormField[] => [
  ['clientid', account.clientId],
  ['storetype', '3d'],
  ['amount', formatAmount(start.order.amount)],
  ['oid', start.order.orderId],
  ['okUrl', start.okUrl],
  ['failUrl', start.failUrl],
  ['rnd', start.random],
  ['hashAlgorithm', 'ver3'],
  ['lang', start.language],
  ['currency', currencyNumbers[start.order.currency]],
  ['islemtipi', chargeTypeName(start.order.type)],
  ['taksit', installmentText(start.order.installments)],
];

const cardFields = ({ card }: ThreeDStart): readonly FormField[] => [
  ['pan', card.number],
  ['cv2', card.cvc ?? ''],
  ['Ecom_Payment_Card_ExpDate_Month', card.expiryMonth],
  ['Ecom_Payment_Card_ExpDate_Year', card.expiryYear.slice(-2)],
];

/** The signed form for the gate at `gatewayAddress`. Throws on control characters, which no value of ours has. */
export const threeDForm = (account: NestPayAccount, gatewayAddress: string, start: ThreeDStart): ThreeDForm => {
  const fields = [...gateFields(account, start), ...cardFields(start)];
  for (const [name, value] of fields) {
    if (CONTROL.test(value)) throw new RangeError(`${name} holds a character that cannot be sent`);
  }
  return {
    action: `${gatewayAddress}/fim/est3Dgate`,
    fields: [...fields, ['hash', hashVer3(fields, account.storeKey)]],
  };
};

import type { FormField } from '../../../../shared/domain/form-field.ts';
import { API_VERSION } from '../../../../shared/garanti/codes.ts';
import { formHash } from '../../../../shared/garanti/hashes.ts';
import { isSameText } from '../../../../shared/http/is-same-text.ts';
import { repeatedName } from '../../../../shared/nestpay/hash-input.ts';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import {
  cardAtGate,
  type EnteredGate,
  isReturnAddress,
  MAX_VALUE_LENGTH,
  mdStatusOf,
  ONE_TIME_CODE_DIGITS,
  stateOf,
} from '../gates.ts';
import { maskNumber } from '../mask-number.ts';
import { proofs } from '../proofs.ts';
import { wireAmount, wireCurrency, wireInstallments } from './request.ts';
import { expiryError, isCvcOf, isReadableNumber, ORDER_ID } from './request-checks.ts';

/** Fields that the bank echoes: all that a form has, but for those of the card. */
const ECHOED: readonly string[] = [
  'secure3dsecuritylevel',
  'mode',
  'apiversion',
  'terminalprovuserid',
  'terminaluserid',
  'terminalmerchantid',
  'terminalid',
  'txntype',
  'txnamount',
  'txncurrencycode',
  'txninstallmentcount',
  'orderid',
  'successurl',
  'errorurl',
  'customeripaddress',
  'secure3dhash',
  'lang',
  'txntimestamp',
  'refreshtime',
  'companyname',
];

const types: Readonly<Record<string, BankChallenge['type']>> = { sales: 'Auth', preauth: 'PreAuth' };

type Read = (name: string) => string;

/** Why a form is refused without a callback: nothing in it can be trusted, not even the address of the merchant. */
const untrusted = (deps: BankSimulatorDependencies, fields: readonly FormField[], read: Read): string | undefined => {
  if (repeatedName(fields) !== undefined) return 'a field is repeated';
  if (fields.some(([, value]) => value.length > MAX_VALUE_LENGTH)) return 'a field is too long';
  const terminal = deps.terminalOf(read('terminalid'));
  if (terminal === undefined || terminal.merchantId !== read('terminalmerchantid')) return 'terminalid is not known';
  if (terminal.provisionUser !== read('terminalprovuserid')) return 'terminalprovuserid';
  const { terminalId, provisionPassword: password, storeKey } = terminal;
  const hash = formHash({ terminalId, password, storeKey }, new Map(fields));
  if (!isSameText(hash, read('secure3dhash'))) return 'secure3dhash is wrong';
  return isReturnAddress(read('successurl')) && isReturnAddress(read('errorurl'))
    ? undefined
    : 'successurl or errorurl';
};

const wrongTerms = (read: Read): string | undefined => {
  if (read('secure3dsecuritylevel') !== '3D' || read('apiversion') !== API_VERSION) {
    return 'secure3dsecuritylevel or apiversion';
  }
  if (read('mode') !== 'TEST' && read('mode') !== 'PROD') return 'mode';
  if (read('terminaluserid') === '' || read('customeripaddress') === '') return 'terminaluserid or customeripaddress';
  if (types[read('txntype')] === undefined) return 'txntype is not known';
  if (wireAmount(read('txnamount')) === undefined) return 'txnamount';
  if (wireCurrency(read('txncurrencycode')) === undefined) return 'txncurrencycode';
  if (wireInstallments(read('txninstallmentcount')) === undefined) return 'txninstallmentcount';
  return ORDER_ID.test(read('orderid')) ? undefined : 'orderid';
};

/** Why the gate refuses a card before the payer is asked: a return code, or `unsigned` where nothing signs the refusal. */
const gateErrorOf = (read: Read, nowMs: number): string | undefined => {
  const number = read('cardnumber');
  if (!isReadableNumber(number)) return '92';
  if (expiryError(`${read('cardexpiredatemonth')}${read('cardexpiredateyear')}`, nowMs) !== undefined) return '99';
  if (!isCvcOf(number, read('cardcvv2'))) return '99';
  const { gateError, garanti } = cardAtGate(number);
  if (garanti === 'gate-refuses-unsigned') return 'unsigned';
  if (gateError === undefined) return undefined;
  return gateError === 'HPP-1001' ? '92' : '99';
};

const newChallenge = (deps: BankSimulatorDependencies, fields: readonly FormField[], read: Read): BankChallenge => {
  const number = read('cardnumber');
  const card = cardAtGate(number);
  const gateError = gateErrorOf(read, deps.clock.now());
  const mdStatus = gateError === undefined ? mdStatusOf(card) : '';
  const [amount, currency] = [wireAmount(read('txnamount')), wireCurrency(read('txncurrencycode'))];
  const type = types[read('txntype')];
  if (amount === undefined || currency === undefined || type === undefined) {
    throw new TypeError('the form was not checked');
  }
  const base = {
    kind: 'garanti' as const,
    reference: deps.random.token(),
    clientId: read('terminalid'),
    maskedNumber: maskNumber(number),
  };
  return {
    ...base,
    version: 1,
    orderId: read('orderid'),
    amount,
    currency,
    type,
    cardId: card.id,
    oneTimeCode: deps.random.digits(ONE_TIME_CODE_DIGITS),
    wrongCodes: 0,
    state: stateOf(card, gateError !== undefined || mdStatus !== ''),
    mdStatus,
    ...(gateError === undefined ? {} : { gateError }),
    echoes: fields.filter(([name]) => ECHOED.includes(name)).map(([name, value]) => [name, value]),
    ...proofs(deps, base, mdStatus),
  };
};

/**
 * `POST /servlet/gt3dengine`: checks the hash of a payer's form and opens an authentication. Answers it, or why the form is
 * refused.
 */
export const enterGate = async (
  deps: BankSimulatorDependencies,
  fields: readonly FormField[],
): Promise<EnteredGate | { readonly refused: string }> => {
  const byName = new Map(fields);
  const read: Read = (name) => byName.get(name) ?? '';
  const refused = untrusted(deps, fields, read) ?? wrongTerms(read);
  if (refused !== undefined) return { refused };
  const challenge = newChallenge(deps, fields, read);
  await deps.ledger.open(challenge);
  return { challenge, number: read('cardnumber') };
};

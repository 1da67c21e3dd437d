import type { FormField } from '../../../../shared/domain/form-field.ts';
import { foldName, repeatedName } from '../../../../shared/nestpay/hash-input.ts';
import type { TestCard } from '../../../../shared/nestpay/test-cards.ts';
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
import { wireAmount, wireCurrency } from './api-request.ts';
import { cvcError, expiryError, installmentsOf, isReadableNumber, MAX_TABLE_COUNT } from './request-checks.ts';

/** Fields that the bank echoes. A list of forbidden names would let through a card number under a name that it lacks. */
const ECHOED: ReadonlySet<string> = new Set(
  [
    'clientid',
    'storetype',
    'amount',
    'oid',
    'okUrl',
    'failUrl',
    'callbackUrl',
    'rnd',
    'hashAlgorithm',
    'lang',
    'currency',
    'islemtipi',
    'TranType',
    'taksit',
    'Instalment',
    'encoding',
    'refreshtime',
    'email',
    'tel',
    'firmaadi',
  ].map(foldName),
);
const ORDER_ID = /^[A-Za-z0-9-]{1,64}$/;

type Read = (name: string) => string;

/** Why a form is refused without a callback: nothing in it can be trusted, not even the address of the merchant. */
const untrusted = (deps: BankSimulatorDependencies, fields: readonly FormField[], read: Read): string | undefined => {
  if (repeatedName(fields) !== undefined) return 'a field is repeated';
  if (fields.some(([, value]) => value.length > MAX_VALUE_LENGTH)) return 'a field is too long';
  const merchant = deps.merchantOf(read('clientid'));
  if (merchant === undefined) return 'clientid is not known';
  if (deps.hashOf(fields, merchant.storeKey) !== read('hash')) return 'hash is wrong';
  if (read('storetype') !== '3d' || read('hashAlgorithm') !== 'ver3') return 'storetype or hashAlgorithm';
  return isReturnAddress(read('okUrl')) && isReturnAddress(read('failUrl')) ? undefined : 'okUrl or failUrl';
};

const wrongTerms = (read: Read): string | undefined => {
  const type = read('islemtipi') || read('TranType');
  const amount = wireAmount(read('amount'));
  if (type !== 'Auth' && type !== 'PreAuth') return 'islemtipi is not known';
  if (amount === undefined || amount === 0) return 'amount';
  if (wireCurrency(read('currency')) === undefined) return 'currency';
  if (!ORDER_ID.test(read('oid'))) return 'oid';
  const count = installmentsOf(read('taksit'));
  return count === undefined || count > MAX_TABLE_COUNT ? 'taksit' : undefined;
};

/** Why the gate refuses a card before the payer is asked. HPP-1001 is known from banks; the other codes are our own. */
const gateErrorOf = (read: Read, { gateError }: Pick<TestCard, 'gateError'>, nowMs: number): string | undefined => {
  const expiry = `${read('Ecom_Payment_Card_ExpDate_Month')}/${read('Ecom_Payment_Card_ExpDate_Year')}`;
  if (!isReadableNumber(read('pan'))) return 'HPP-1001';
  if (expiryError(expiry, nowMs) !== undefined) return 'HPP-1901';
  if (cvcError(read('cv2'), read('pan')) !== undefined) return 'HPP-1902';
  return gateError;
};

const newChallenge = (deps: BankSimulatorDependencies, fields: readonly FormField[], read: Read): BankChallenge => {
  const card = cardAtGate(read('pan'));
  const gateError = gateErrorOf(read, card, deps.clock.now());
  const mdStatus = gateError === undefined ? mdStatusOf(card) : '';
  const [amount, currency] = [wireAmount(read('amount')), wireCurrency(read('currency'))];
  if (amount === undefined || currency === undefined) throw new TypeError('the form was not checked');
  const base = {
    reference: deps.random.token(),
    clientId: read('clientid'),
    maskedNumber: maskNumber(read('pan')),
  };
  return {
    ...base,
    version: 1,
    orderId: read('oid'),
    amount,
    currency,
    type: (read('islemtipi') || read('TranType')) === 'PreAuth' ? 'PreAuth' : 'Auth',
    cardId: card.id,
    oneTimeCode: deps.random.digits(ONE_TIME_CODE_DIGITS),
    wrongCodes: 0,
    state: stateOf(card, gateError !== undefined || mdStatus !== ''),
    mdStatus,
    ...(gateError === undefined ? {} : { gateError }),
    echoes: fields.filter(([name]) => ECHOED.has(foldName(name))).map(([name, value]) => [name, value]),
    ...proofs(deps, base, mdStatus),
  };
};

/**
 * `POST /fim/est3Dgate`: checks the merchant's hash and opens an authentication. Answers it, or why the form is refused.
 */
export const enterGate = async (
  deps: BankSimulatorDependencies,
  fields: readonly FormField[],
): Promise<EnteredGate | { readonly refused: string }> => {
  const byName = new Map(fields.map(([name, value]) => [foldName(name), value]));
  const read: Read = (name) => byName.get(foldName(name)) ?? '';
  const refused = untrusted(deps, fields, read) ?? wrongTerms(read);
  if (refused !== undefined) return { refused };
  const challenge = newChallenge(deps, fields, read);
  await deps.ledger.open(challenge);
  return { challenge, number: read('pan') };
};

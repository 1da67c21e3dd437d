import { findTestCard, type TestCard } from '../../shared/domain/bank-test-cards.ts';
import { type FormField, foldName, repeatedName } from '../../shared/domain/nestpay-hash-input.ts';
import type { BankChallenge } from '../../shared/ports/bank-ledger.ts';
import { wireAmount, wireCurrency } from './api-request.ts';
import { maskNumber } from './charge.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

/** Fields that the bank keeps to itself and never echoes. */
const CARD_FIELDS: readonly string[] = [
  'pan',
  'cv2',
  'Ecom_Payment_Card_ExpDate_Month',
  'Ecom_Payment_Card_ExpDate_Year',
];
const NOT_ECHOED: readonly string[] = [...CARD_FIELDS, 'hash'].map(foldName);
const MAX_VALUE_LENGTH = 1000;
const ONE_TIME_CODE_DIGITS = 6;

const isReturnAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The card of a number that is no test card: the bank does not know it (mdStatus 8). */
const stranger: Pick<TestCard, 'id' | 'threeD'> = { id: 'approved', threeD: { mdStatus: '8' } };

const mdStatusOf = ({ threeD }: Pick<TestCard, 'threeD'>): string => {
  if (typeof threeD === 'object') return threeD.mdStatus;
  return threeD === 'frictionless' ? '1' : '';
};

const PASSED: readonly string[] = ['1', '2', '3', '4'];

/** What an authentication leaves behind for the callback; an attempted one has no proof of the payer. */
export const proofs = (
  deps: BankSimulatorDependencies,
  reference: string,
  mdStatus: string,
): Pick<BankChallenge, 'md' | 'xid' | 'eci' | 'cavv'> => {
  if (!PASSED.includes(mdStatus)) return { md: '', xid: '', eci: '', cavv: '' };
  const full = mdStatus === '1';
  return {
    md: `${reference}:${deps.random.token()}`,
    xid: deps.random.token(),
    eci: full ? '05' : '06',
    cavv: full ? deps.random.token() : '',
  };
};

/**
 * `POST /fim/est3Dgate`: checks the merchant's hash and opens an authentication. Answers its reference, or the reason
 * why the form is not taken.
 */
export const enterGate = async (
  deps: BankSimulatorDependencies,
  fields: readonly FormField[],
): Promise<{ readonly reference: string } | { readonly refused: string }> => {
  if (repeatedName(fields) !== undefined) return { refused: 'a field is repeated' };
  if (fields.some(([, value]) => value.length > MAX_VALUE_LENGTH)) return { refused: 'a field is too long' };
  const byName = new Map(fields.map(([name, value]) => [foldName(name), value]));
  const read = (name: string): string => byName.get(foldName(name)) ?? '';
  const merchant = deps.merchantOf(read('clientid'));
  if (merchant === undefined) return { refused: 'clientid is not known' };
  if (deps.hashOf(fields, merchant.storeKey) !== read('hash')) return { refused: 'hash is wrong' };
  if (read('storetype') !== '3d' || read('hashAlgorithm') !== 'ver3') return { refused: 'storetype or hashAlgorithm' };
  const type = read('islemtipi') || read('TranType');
  const [amount, currency] = [wireAmount(read('amount')), wireCurrency(read('currency'))];
  if (type !== 'Auth' && type !== 'PreAuth') return { refused: 'islemtipi is not known' };
  if (amount === undefined || currency === undefined || read('oid') === '')
    return { refused: 'amount, currency or oid' };
  if (!isReturnAddress(read('okUrl')) || !isReturnAddress(read('failUrl'))) return { refused: 'okUrl or failUrl' };

  const card = findTestCard(read('pan')) ?? stranger;
  const [reference, mdStatus] = [deps.random.token(), mdStatusOf(card)];
  await deps.ledger.open({
    reference,
    version: 1,
    clientId: merchant.clientId,
    orderId: read('oid'),
    amount,
    currency,
    type,
    cardId: card.id,
    maskedNumber: maskNumber(read('pan')),
    oneTimeCode: deps.random.digits(ONE_TIME_CODE_DIGITS),
    wrongCodes: 0,
    state: card.threeD === 'abandoned' ? 'abandoned' : mdStatus === '' ? 'open' : 'answered',
    mdStatus,
    echoes: fields.filter(([name]) => !NOT_ECHOED.includes(foldName(name))).map(([name, value]) => [name, value]),
    ...proofs(deps, reference, mdStatus),
  });
  return { reference };
};

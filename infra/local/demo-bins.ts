import type { BinRecord } from '../../shared/domain/card/bin-record.ts';
import { publicTestCards } from '../../shared/nestpay/public-test-cards.ts';

/** Here all cards with the same six digits have one issuer, so six digits are enough. */
const BIN_LENGTH = 6;
const LARGEST_COUNT = 12;

/** Installment programmes by the code of the bank. */
export const groups: Readonly<Record<string, string>> = {
  '10': 'BANKKART',
  '12': 'PARAF',
  '15': 'WORLD',
  '32': 'BONUS',
  '46': 'AXESS',
  '59': 'BONUS',
  '62': 'BONUS',
  '64': 'MAXIMUM',
  '67': 'WORLD',
  '111': 'CARDFINANS',
  '123': 'ADVANTAGE',
  '134': 'BONUS',
  '203': 'WORLD',
  '205': 'SAĞLAM KART',
};

/** An entry of a bank: its credit cards are for persons and have installments, unless `changes` say other. */
const ofBank = (bin: string, bankCode: string, brand: string, changes: Partial<BinRecord> = {}): BinRecord => ({
  bin,
  bankCode,
  brand,
  creditType: 'credit',
  category: 'individual',
  ...(groups[bankCode] === undefined ? {} : { group: groups[bankCode] }),
  maxInstallments: LARGEST_COUNT,
  ...changes,
});

/** An entry of an issuer that is no bank of the list: prepaid cards, without installments. */
const ofIssuer = (bin: string, bankName: string, brand: string, changes: Partial<BinRecord> = {}): BinRecord => ({
  bin,
  bankName,
  brand,
  creditType: 'debit',
  category: 'individual',
  maxInstallments: 1,
  ...changes,
});

const publicBins: readonly BinRecord[] = publicTestCards.map((card) => {
  const bin = card.number.slice(0, BIN_LENGTH);
  return 'bankCode' in card ? ofBank(bin, card.bankCode, card.brand) : ofIssuer(bin, card.issuer, card.brand);
});

/** The BIN records of every test card, as `import-bins` takes them. Cards without one go to the default virtual POS. */
export const demoBins: readonly BinRecord[] = [
  ofBank('411111', '64', 'Visa', { cardName: 'Maximum' }),
  ofBank('400062', '62', 'Visa', { cardName: 'Bonus' }),
  ofBank('555555', '46', 'Mastercard', { cardName: 'Axess' }),
  ofBank('371449', '62', 'American Express'),
  ofBank('979203', '10', 'Troy', { creditType: 'debit', maxInstallments: 1 }),
  ofBank('454671', '10', 'Visa'),
  ofBank('557113', '46', 'Mastercard'),
  ofBank('435508', '46', 'Visa'),
  ofBank('545616', '111', 'Mastercard', { category: 'commercial' }),
  ofBank('450803', '64', 'Visa'),
  ofBank('540667', '64', 'Mastercard', { category: 'commercial' }),
  ofBank('552879', '12', 'Mastercard'),
  ofIssuer('401288', 'Bank of Examples', 'Visa', { creditType: 'credit', foreign: true }),
  ...publicBins,
];

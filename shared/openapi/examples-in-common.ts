import { UNKNOWN_CURRENCY } from '../domain/money/money.ts';
// What the examples of several operations have in common.

/** Arguments of an operation's maker of refusals. */
export const missingAmount = [
  'InvalidRequest',
  { name: 'missingAmount', summary: 'A required field is missing', message: 'Amount is required.' },
  { Amount: null },
] as const;

export const installmentsInEuro = [
  'InstallmentNotAvailableForForeignCurrencyTransaction',
  { summary: 'Installments in euro', message: 'InstallmentNumber must be a single payment when Currency is not TL.' },
  { Currency: 'EUR', InstallmentNumber: 3 },
] as const;

export const liraWrittenTry = [
  'InvalidCurrencyCode',
  { summary: 'The lira is written TL', message: UNKNOWN_CURRENCY },
  { Currency: 'TRY' },
] as const;

/** The payment page of an answer, and the secret for its result's hash. */
export const exampleLink = {
  Url: 'https://pay.example/pay/Zk3oQ4dXyN1uG7sV0bTq2A',
  CodeForHash: '9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC',
};

export const exampleBuyer = {
  BuyerFullName: 'Elif Yılmaz',
  BuyerGsmNumber: '5301111111',
  BuyerEmail: 'elif@example.com',
};

export const exampleCustomer = { dealerCustomerId: 1033, customerCode: 'C-1033', firstName: 'Elif' } as const;

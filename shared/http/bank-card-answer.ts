import type { CardBrand } from '../domain/card/bank-card-brand.ts';
import { type BinRecord, brandOfRecord, type CardCategory, type CreditType } from '../domain/card/bin-record.ts';

const cardTypes: Readonly<Record<CardBrand, string>> = {
  visa: 'VISA',
  mastercard: 'MASTER',
  maestro: 'MAESTRO',
  'american-express': 'AMEX',
  troy: 'TROY',
  other: '',
};

const creditTypeNames: Readonly<Record<CreditType, string>> = { credit: 'CreditCard', debit: 'DebitCard' };

const categoryNames: Readonly<Record<CardCategory, string>> = { individual: 'Bireysel', commercial: 'Ticari' };

/** The facts about a card as dealers' programs read them. What is not known is an empty text or 0. */
export const bankCardAnswer = (record: BinRecord) => ({
  BankName: record.bankName ?? '',
  BankCode: record.bankCode ?? '',
  BinNumber: record.bin,
  CardName: record.cardName ?? '',
  CardType: cardTypes[brandOfRecord(record)],
  CreditType: record.creditType === undefined ? '' : creditTypeNames[record.creditType],
  CardLogo: '',
  CardTemplate: '',
  ProductCategory: record.category === undefined ? '' : categoryNames[record.category],
  GroupName: record.group ?? '',
  MaxInstallmentNumber: record.maxInstallments ?? 0,
});

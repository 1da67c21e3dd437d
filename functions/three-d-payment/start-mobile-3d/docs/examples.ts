import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import {
  exampleBuyer,
  exampleLink,
  installmentsInEuro,
  liraWrittenTry,
} from '../../../../shared/openapi/examples-in-common.ts';
import type { DocumentOf, RefusalExample, SuccessExample } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';
import { data, fields, order } from './documentation.ts';

type Reason = keyof (typeof contract)['codes'];

/** The smallest request that succeeds. */
const least = {
  PaymentType: '64',
  Amount: 27.5,
  OtherTrxCode: 'M-1042',
  RedirectURL: 'https://shop.example/result?MyTrxCode=M-1042',
};

const virtualPos = [{ bankCode: '64', rates: { '1': 17_900 as Rate, '3': 42_000 as Rate } }];
const pos = { virtualPos };

const start = successesOf(least, { data: exampleLink, generated: ['Url', 'CodeForHash'], setUp: pos });
const refused = refusalsOf<Reason>(least, pos);

const successes: readonly SuccessExample[] = [
  start('started', 'A single payment', {}),
  start('installments', 'Three installments, the result inside an iframe', { InstallmentNumber: 3, RedirectType: 1 }),
  start('buyer', 'With what is known of buyer and software', {
    ClientIP: '192.0.2.10',
    Software: 'Example Mobile Shop',
    Description: 'İki koltuk',
    BuyerInformation: exampleBuyer,
  }),
  start(
    'replayed',
    'The same request again, numbers written as text: the first answer again',
    { Amount: '27.50', PaymentType: '0064', InstallmentNumber: '' },
    { setUp: { ...pos, earlier: least }, replayed: true, spelling: 'tolerated' },
  ),
];

const pipeline: readonly RefusalExample<Reason>[] = [
  ...pipelineExamples(least, { operation: 'DoDirectPaymentThreeDMobile', channel: 'mobile3D' }),
  {
    ...refused(
      'OtherTrxCodeAlreadyUsed',
      {
        summary: 'The code names a payment of another amount that is paid',
        message:
          'OtherTrxCode names a different request that is paid already: ask GetDealerPaymentTrxDetailList for it, and give a new payment a new code.',
        setUp: { ...pos, earlier: least },
      },
      { Amount: 28 },
    ),
    fault: 'the payer has paid',
  },
  {
    ...refused(
      'StillRunning',
      {
        summary: 'The bank has not told about a charge of another amount under the code',
        message:
          'An earlier request with this code is not decided; do not send it under another code. Repeat it later.',
        setUp: { ...pos, earlier: least },
      },
      { Amount: 28 },
    ),
    fault: 'the charge waits for the bank',
  },
];

const required: readonly RefusalExample<Reason>[] = [
  refused('AmountRequired', { summary: 'No amount', message: 'Amount is required.' }, { Amount: '' }),
  refused('OtherTrxCodeRequired', { summary: 'No code', message: 'OtherTrxCode is required.' }, { OtherTrxCode: '' }),
  refused('RedirectUrlRequired', { summary: 'No address', message: 'RedirectUrl is required.' }, { RedirectURL: '' }),
  refused('PaymentTypeRequired', { summary: 'No bank', message: 'PaymentType is required.' }, { PaymentType: '' }),
];

const values: readonly RefusalExample<Reason>[] = [
  refused(...installmentsInEuro),
  refused(
    'InvalidInstallmentNumber',
    {
      summary: 'More installments than a mobile payment has',
      message: 'InstallmentNumber must be 2 to 9, or 0 or 1 for a single payment.',
    },
    { InstallmentNumber: 10 },
  ),
  refused(
    'InvalidPaymentType',
    { summary: 'Not a bank', message: 'PaymentType must be the code of a bank that the service knows.' },
    { PaymentType: '7' },
  ),
  refused(...liraWrittenTry),
  refused(
    'RedirectUrlCannotContainOtherTrxCode',
    { summary: 'The address names another code', message: 'RedirectUrl must contain the OtherTrxCode.' },
    { RedirectURL: 'https://shop.example/result?MyTrxCode=M-1043' },
  ),
];

const permissions: readonly RefusalExample<Reason>[] = [
  refused(
    'ForeignCurrencyNotAvailableForThisDealer',
    {
      summary: 'The dealer takes TL only',
      message: 'Currency is not permitted for this dealer.',
      setUp: { ...pos, dealer: { currencies: ['TL'] } },
    },
    { Currency: 'USD' },
  ),
  refused(
    'PoolPaymentNotAvailableForDealer',
    {
      summary: 'The dealer may not use the pool',
      message: 'IsPoolPayment 1 is not permitted for this dealer.',
      setUp: { ...pos, dealer: { pool: 'forbidden' } },
    },
    { IsPoolPayment: 1 },
  ),
  refused('PoolPaymentRequiredForDealer', {
    summary: 'The dealer must use the pool',
    message: 'IsPoolPayment must be 1 for this dealer.',
    setUp: { ...pos, dealer: { pool: 'required' } },
  }),
  refused('AgreementDateNotFound', {
    summary: 'The agreement begins in the future',
    message: 'This dealer has no agreement that is in force.',
    setUp: { ...pos, dealer: { agreementDate: '29990101' } },
  }),
];

const virtualPosAndRate: readonly RefusalExample<Reason>[] = [
  refused(
    'VirtualPosNotAvailable',
    {
      summary: 'The dealer has no virtual POS at this bank',
      message: 'This dealer has no virtual POS for the bank of PaymentType that takes the Currency.',
    },
    { PaymentType: '46' },
  ),
  refused(
    'VirtualPosCommissionRateNotFound',
    {
      summary: 'The virtual POS has no rate for two installments',
      message: 'The virtual POS of PaymentType has no commission rate for this InstallmentNumber.',
    },
    { InstallmentNumber: 2 },
  ),
  refused('InvalidRequest', {
    name: 'aboveLimit',
    summary: '80.00 of 100.00 are used today',
    message: "Amount exceeds what is left of the dealer's daily limit.",
    setUp: {
      ...pos,
      dealer: { limits: { TL: { values: { daily: minor(10_000), monthly: 'unlimited', shards: 1 } } } },
      usedMinor: { kind: 'day', amount: 8000 },
    },
  }),
];

/** The words and examples of the start of a mobile 3D payment (dealer interface 2.7 and 7.3). */
export const document: DocumentOf<typeof contract> = {
  title: 'Start mobile 3D payment',
  description:
    'Starts a payment by card with 3D Secure: answers an address for the payer to open within one hour. It opens the page of a payment link.',
  fields,
  anyOfFields: ['RedirectURL', 'RedirectUrl'],
  data,
  order,
  examples: [
    ...successes,
    ...pipeline,
    ...required,
    ...values,
    ...permissions,
    ...virtualPosAndRate,
    unexpectedExample(least),
  ],
};

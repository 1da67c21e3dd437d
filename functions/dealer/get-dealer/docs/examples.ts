import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { choice, objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const FURTHER_COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Members of a commission entry, with these rates where they are given. */
const ratesOf = (rates: Readonly<Record<number, number>>) => ({
  CommissionRate: rates[1] ?? -1,
  ...Object.fromEntries(FURTHER_COUNTS.map((count) => [`CommissionRate${count}`, rates[count] ?? -1])),
});

const rate = (count: string) => ({
  type: 'number',
  minimum: -1,
  maximum: 100,
  description: `Commission in percent on ${count}; -1 where that is not to be had.`,
});

const commission = objectOf({
  Bank: text(
    "Name of the virtual POS's bank; empty for the dealer's own commission on payments with sub-dealers, and for a sub-dealer's.",
  ),
  GroupName: text('Installment programme of its cards, as GetBankCardInformation names it for a card, or empty.'),
  CommissionRate: rate('the single payment'),
  ...Object.fromEntries(FURTHER_COUNTS.map((count) => [`CommissionRate${count}`, rate(`${count} installments`)])),
});

const data = objectOf({
  DealerId: whole('Number of the dealer: its DealerCode where that is a number, else 0. For a sub-dealer its number.'),
  DealerCode: text('Code of the dealer.'),
  UserName: text('The user who called; empty for a sub-dealer.'),
  DealerName: text('Name of the dealer.'),
  DealerType: choice([1, 2], '1 dealer, 2 sub-dealer.'),
  Title: text('Registered name, or empty.'),
  ContactName: text('Person to speak to, or empty.'),
  PhoneNumber: text('Phone, or empty.'),
  Email: text('E-mail address, or empty.'),
  IdentityNumber: text('Tax or identity number, or empty.'),
  WebSiteURL: text('Web site, or empty.'),
  NaceCode: text('Code of its trade, or empty.'),
  CommissionList: {
    type: 'array',
    items: commission,
    description:
      'What is deducted of payments: one entry for each virtual POS; of a sub-dealer its own rates, without a bank.',
  },
});

const setUp: ExampleSetUp = {
  virtualPos: [
    {
      bankCode: '64',
      bankName: 'İş Bankası',
      group: 'MAXIMUM',
      installmentCounts: [3],
      rates: { '1': 17_900 as Rate, '3': 38_500 as Rate },
    },
  ],
  subDealers: [
    { subDealerId: 1774, name: 'Kadıköy Branch', rates: { '1': 20_000 as Rate }, firm: { title: 'Kadıköy A.Ş.' } },
  ],
  dealer: {
    name: 'Example Store',
    topDealerRates: { '1': 12_000 as Rate },
    firm: {
      title: 'Example Store A.Ş.',
      contactName: 'Elif Yılmaz',
      phoneNumber: '+90 212 555 01 23',
      email: 'office@shop.example',
      identityNumber: '1234567890',
      webSite: 'https://shop.example/',
      naceCode: '47.91',
    },
  },
};

const own = {
  DealerId: 1001,
  DealerCode: '1001',
  UserName: 'apiuser',
  DealerName: 'Example Store',
  DealerType: 1,
  Title: 'Example Store A.Ş.',
  ContactName: 'Elif Yılmaz',
  PhoneNumber: '+90 212 555 01 23',
  Email: 'office@shop.example',
  IdentityNumber: '1234567890',
  WebSiteURL: 'https://shop.example/',
  NaceCode: '47.91',
  CommissionList: [{ Bank: 'İş Bankası', GroupName: 'MAXIMUM', ...ratesOf({ 1: 1.79, 3: 3.85 }) }],
};

const subDealer = {
  ...Object.fromEntries(Object.keys(own).map((name) => [name, ''])),
  DealerId: 1774,
  DealerCode: '1774',
  DealerName: 'Kadıköy Branch',
  DealerType: 2,
  Title: 'Kadıköy A.Ş.',
  CommissionList: [{ Bank: '', GroupName: '', ...ratesOf({ 1: 2 }) }],
};

const success = successesOf({}, { data: own, generated: ['DealerId', 'DealerCode'], setUp });
const refused = refusalsOf<Reason>({}, setUp);

/** The words and examples of get dealer (decisions: get dealer). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get dealer',
  description:
    'Reads the dealer who calls, or one of its sub-dealers: the firm, and the commissions. No answer holds a password.',
  fields: {
    DealerCode: { description: 'Code of the caller itself, or of a sub-dealer. Absent: the caller.' },
    SubDealerCode: { description: 'Code of a sub-dealer: its number, which a SubDealer entry has as DealerId.' },
  },
  data,
  order: [
    ...pipelineSteps({
      block: 'DealerAuthentication',
      channel: 'The dealer has no permission for the channel; reading a dealer needs none.',
    }),
    { step: 'Shape', conditions: { InvalidRequest: 'A field cannot be read; the message names it.' } },
    {
      step: 'Dealer',
      conditions: { DealerNotFound: 'DealerCode or SubDealerCode names neither this dealer nor a sub-dealer of it.' },
    },
  ],
  examples: [
    success('own', 'The dealer who calls', {}),
    success('subDealer', 'A sub-dealer', { SubDealerCode: '1774' }, { data: subDealer, generated: [] }),
    ...pipelineExamples({}, { operation: 'GetDealer' }),
    refused(
      'InvalidRequest',
      { summary: 'A field cannot be read', message: 'SubDealerCode must be at most 64 characters long.' },
      { SubDealerCode: '1'.repeat(65) },
    ),
    refused(
      'DealerNotFound',
      {
        summary: 'There is no such sub-dealer',
        message: 'DealerCode or SubDealerCode names neither this dealer nor a sub-dealer of it.',
      },
      { SubDealerCode: '1775' },
    ),
    unexpectedExample({}),
  ],
};

import { objectOf } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, FieldText } from '../../../../shared/openapi/operation-document.ts';
import {
  afterMakingLinks,
  byCodeOfLink,
  byIdOfLink,
  changeableSchemas,
  madeLink,
  namedReusableLinkFields,
  namedReusableLinkOrder,
  namedReusableLinkRefusals,
  reusableLinkSchemas,
} from '../../../../shared/openapi/reusable-link-words.ts';
import type { contract, ReusableLinkUpdate } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const never = (what: string): FieldText => ({
  description: `${what} It never changes: what differs from the link is refused.`,
});

const setUp = afterMakingLinks(madeLink({ MaxPayments: 30 }));
const changed = {
  UserPosLinkId: 100_200,
  LinkCode: 'BREAD-1',
  State: 'active',
  Description: '',
  ExpireDate: '',
  MaxPayments: 30,
};
const success = successesOf(byCodeOfLink, { data: changed, generated: ['UserPosLinkId'], setUp });
const refused = refusalsOf<Reason>(byCodeOfLink, setUp);

const fields: Readonly<Record<keyof ReusableLinkUpdate, FieldText>> = {
  ...namedReusableLinkFields,
  IsActive: {
    schema: { type: 'integer', enum: [0, 1] },
    description:
      '0: nothing begins any more; who is at the bank may finish. 1: the link is open again. Absent: as it is.',
  },
  Description: { description: 'Text of the page below the title. Absent: as it is.' },
  MaxPayments: {
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    description:
      'How many payments the link takes, never below what is paid or being paid. Absent: as it is. A link that was made without it never gets one.',
  },
  ExpireDate: {
    schema: { type: 'string' },
    description:
      'Until when payers may begin, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future. Absent: as it is.',
  },
  DealerCustomerTypeId: never('Id of the definition.'),
  CurrencyCode: never('The currency.'),
  Amount: never('What each payer pays.'),
  OpenAmount: {
    ...never('The limits of an amount that payers choose.'),
    members: { Min: never('The least.'), Max: never('The most.'), Suggested: never('Amounts that the page offers.') },
  },
  Title: never('Heading of the page.'),
  Ask: {
    ...never('What payers are asked for.'),
    members: {
      Field: never('What is asked.'),
      Need: never('Whether it may be empty.'),
      Label: never('Name of a Note.'),
    },
  },
  Language: never('Language of the page.'),
  RedirectUrl: never('Page of the dealer that payers return to.'),
  ReturnHash: never('Is 1.'),
  IsThreeD: never('Whether 3D Secure is mandatory.'),
  IsPreAuth: never('Whether payments are pre-authorised.'),
  IsPoolPayment: never('Whether payments are pooled.'),
  InstallmentNumber: never('Number of installments.'),
  SetInstallmentBy: never('Who chooses the number of installments.'),
  CommissionByDealer: never('Up to which number of installments the dealer bears the commission.'),
  IsCommissionDiffByDealer: never('Whether payers bear the difference alone.'),
  CommissionScenario: never('The scenario of a link with sub-dealers.'),
  SubDealer: {
    ...never('The sub-dealers.'),
    members: {
      DealerId: never('Number of the sub-dealer.'),
      Amount: never('Its part.'),
      DealerCommissionRate: never('Its commission as a percentage.'),
      DealerCommissionAmount: never('Its commission.'),
      DealerCommissionFixedAmount: never('What is added to its commission.'),
      GroupRevenueRate: never("The dealer's revenue as a percentage."),
      GroupRevenueAmount: never("The dealer's revenue."),
      AmountToBeCommissioned: never('What its commission is of.'),
      IsIncludedFixedAmount: never('Whether the fixed amount is added.'),
      Rate: never('Its part of an amount that payers choose.'),
    },
  },
};

/** The words and examples of changing a reusable link (decisions: reusable links). */
export const document: DocumentOf<typeof contract> = {
  title: 'Update a reusable link',
  description:
    'Changes description, expiry or number of payments of a reusable link, or switches it off and on. Amounts and currency never change: make another link. The same request again changes nothing. An operation of our own, which the dealer interface does not have.',
  fields,
  anyOfFields: ['LinkCode', 'UserPosLinkId'],
  data: objectOf({
    UserPosLinkId: reusableLinkSchemas.UserPosLinkId,
    LinkCode: reusableLinkSchemas.LinkCode,
    ...changeableSchemas,
  }),
  order: [
    ...namedReusableLinkOrder,
    {
      step: 'Change of the link',
      conditions: {
        InvalidRequest:
          'IsActive, MaxPayments, ExpireDate or Description is none that a link may have, MaxPayments is given of a link without it, or another member differs from the link; the message names it.',
        MaxPaymentsNotAvailable:
          'More payments are paid or being paid than MaxPayments says; the message has both numbers. Or payers took places every time that it was tried.',
      },
    },
  ],
  examples: [
    success('morePlaces', 'Two more chairs', { MaxPayments: 32 }, { data: { ...changed, MaxPayments: 32 } }),
    success(
      'switchedOff',
      'Nothing begins any more',
      { ...byIdOfLink, LinkCode: '', IsActive: 0 },
      { data: { ...changed, State: 'inactive' } },
    ),
    success(
      'laterExpiry',
      'A text, and an end',
      { Description: 'Bring flour.', ExpireDate: '2049-12-31 18:00' },
      { data: { ...changed, Description: 'Bring flour.', ExpireDate: '2049-12-31T18:00:00' } },
    ),
    success(
      'replayed',
      'The same request again',
      { MaxPayments: 32 },
      {
        setUp: { ...setUp, earlier: { ...byCodeOfLink, MaxPayments: 32 } },
        data: { ...changed, MaxPayments: 32 },
        replayed: true,
      },
    ),
    ...namedReusableLinkRefusals('UpdateUserPosLink'),
    refused(
      'InvalidRequest',
      {
        name: 'otherAmount',
        summary: 'Another amount',
        message: 'Amount of a link never changes: make another link.',
      },
      { Amount: 28 },
    ),
    refused(
      'InvalidRequest',
      {
        name: 'placesOfNone',
        summary: 'Places for a link without MaxPayments',
        message: 'MaxPayments is refused: this link was made without it, and takes any number of payments.',
        setUp: afterMakingLinks(madeLink()),
      },
      { MaxPayments: 30 },
    ),
    refused(
      'MaxPaymentsNotAvailable',
      {
        summary: 'Fewer places than are paid',
        message: 'MaxPayments must not be below what is paid or being paid: 2 are paid, and 0 are being paid.',
        setUp: { ...setUp, paidPlaces: 2 },
      },
      { MaxPayments: 1 },
    ),
    unexpectedExample(byCodeOfLink),
  ],
};

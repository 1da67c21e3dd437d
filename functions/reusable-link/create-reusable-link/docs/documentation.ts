import { objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import { subDealer } from '../../../../shared/openapi/card-payment-members.ts';
import type { FieldText, RefusalStep } from '../../../../shared/openapi/operation-document.ts';
import {
  currency,
  FLAG,
  installmentNumber,
  isPoolPayment,
  isPreAuth,
  REDIRECT_ADDRESS,
} from '../../../../shared/openapi/payment-fields.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract, ReusableLinkRequest } from '../contract.ts';

const FLAG_WITHOUT_DEFAULT = { type: 'integer', enum: [0, 1] } as const;
const ABOVE_ZERO = { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 } as const;

/** Members that say what payers pay, are asked for, and how often the link is paid. */
const own = {
  LinkCode: {
    required: true,
    description:
      "The dealer's own unique code of the link. The same request with the same code gets the same link again; a different request is refused. The OtherTrxCode of each request made of the link is this code, a hyphen and 16 more characters.",
  },
  Amount: {
    schema: ABOVE_ZERO,
    description: 'What each payer pays. Exactly one of Amount and OpenAmount is given.',
  },
  OpenAmount: {
    description: 'The limits of an amount that each payer chooses. Exactly one of Amount and OpenAmount is given.',
    members: {
      Min: { schema: ABOVE_ZERO, description: 'The least that a payer may choose.' },
      Max: { schema: ABOVE_ZERO, description: 'The most that a payer may choose.' },
      Suggested: { description: 'Amounts within the limits that the page offers as buttons, each once.' },
    },
  },
  Title: { required: true, description: 'Heading of the page, and the description of each payment made of the link.' },
  Description: { description: 'Text of the page below the title.' },
  MaxPayments: {
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    description:
      'How many payments the link takes: never more are paid. Absent: any number, and no UpdateUserPosLink gives it one later.',
  },
  Ask: {
    description: 'What payers are asked for beside the payment, in the order of the page.',
    members: {
      Field: {
        required: true,
        schema: { type: 'string', enum: ['FullName', 'Email', 'GsmNumber', 'Note'] },
        description: 'What is asked. Each but Note at most once.',
      },
      Need: {
        required: true,
        schema: { type: 'string', enum: ['required', 'optional'] },
        description: 'Whether payers may leave it empty.',
      },
      Label: {
        schema: { type: 'string', maxLength: 40 },
        description: "The dealer's own name of a Note, required there and refused elsewhere. At most 40 characters.",
      },
    },
  },
} as const satisfies Readonly<Record<string, FieldText>>;

/** The words of the published document for each field (decisions: reusable links). */
export const fields: Readonly<Record<keyof ReusableLinkRequest, FieldText>> = {
  ...own,
  DealerCustomerTypeId: {
    required: true,
    description: 'Id of the payment-request definition whose rules hold for each request made of the link.',
  },
  CurrencyCode: currency,
  ExpireDate: {
    schema: { type: 'string' },
    description:
      'Until when payers may begin, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future. Absent: no end. Each request made of the link expires after an hour by itself.',
  },
  Language: {
    schema: { type: 'string', enum: ['TR', 'EN'] },
    description: 'Language in which the page opens; the payer may change it. Absent: what the browser prefers.',
  },
  RedirectUrl: {
    schema: REDIRECT_ADDRESS,
    description:
      'Page of the dealer that payers return to: https (sandbox stages take http on a loopback host as well), without user name, password and query. Absent: payers stay on the page of the result.',
  },
  ReturnHash: { required: true, schema: { type: 'integer', const: 1 }, description: 'Must be 1.' },
  IsThreeD: {
    schema: FLAG_WITHOUT_DEFAULT,
    description: '0: payers may pay without 3D Secure. 1: 3D Secure is mandatory. Absent: what the definition says.',
  },
  IsPreAuth: isPreAuth,
  IsPoolPayment: isPoolPayment,
  InstallmentNumber: installmentNumber(12),
  SetInstallmentBy: {
    schema: FLAG_WITHOUT_DEFAULT,
    description:
      '0: payers choose the number of installments. 1: the dealer has chosen it. Absent: the side that the definition fixes, else 1 if InstallmentNumber is above 1, else 0.',
  },
  CommissionByDealer: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description:
      'Up to which number of installments the dealer bears the commission: 0 none, 12 all. Absent: what the definition says, else 12.',
  },
  IsCommissionDiffByDealer: {
    schema: FLAG,
    description: 'Beyond CommissionByDealer: 0, payers bear the whole commission. 1, they bear the difference alone.',
  },
  CommissionScenario: {
    schema: { type: 'integer', minimum: 1, maximum: 6 },
    description:
      'How commission is deducted from the sub-dealers, as for a payment request. Required with SubDealer. With OpenAmount 1 or 6.',
  },
  SubDealer: {
    description:
      'The sub-dealers among whom each payment is split. With Amount as for a payment request. With OpenAmount each has DealerId and Rate alone.',
    members: {
      ...subDealer,
      Amount: {
        schema: ABOVE_ZERO,
        description: 'With Amount of the link, required there: the part of the sub-dealer, as for a payment request.',
      },
      Rate: {
        description:
          'With OpenAmount, required there: the part of the sub-dealer as a percentage of the whole. The rates sum up to 100 in scenario 1, and to at most 100 in scenario 6, where the rest is the dealer’s.',
      },
    },
  },
};

export const data = objectOf({
  UserPosLinkId: whole('Id of the link in the service.'),
  Url: text('The address that payers open. Its last part cannot be guessed.'),
});

/** The order of refusals, step by step; inside a step in the order in which its rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  ...pipelineSteps({
    block: 'DealerAuthentication',
    channel: 'The dealer may not send payment requests.',
    barred: 'The dealer may not use this operation; or payment requests with sub-dealers, and SubDealer is sent.',
  }),
  {
    step: 'Known LinkCode',
    conditions: {
      LinkCodeAlreadyUsed:
        'LinkCode names a different link of this dealer already. The same request is answered here with its first answer, whatever the steps below would say by now.',
    },
  },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        'A field cannot be read; LinkCode, Title, Amount or OpenAmount, DealerCustomerTypeId or ReturnHash is missing; OpenAmount, MaxPayments, ExpireDate, Ask, SubDealer or a text is none that a link may have; the message names the field.',
    },
  },
  {
    step: 'Definition',
    conditions: {
      DealerCustomerTypeNotFound: 'DealerCustomerTypeId names no definition.',
      DealerCustomerTypeMismatchForDealer: 'DealerCustomerTypeId names a definition of another dealer.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InvalidCurrencyCode: 'CurrencyCode is none of TL, USD, EUR and GBP.',
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments are asked for in another currency than TL.',
      InvalidCommissionByDealerValue: 'CommissionByDealer is not a whole number from 0 to 12.',
      InvalidCommissionDiffByDealerValue: 'IsCommissionDiffByDealer is neither 0 nor 1.',
      SetInstallmentByAndInstallmentNumberInconsistent: 'Payers are to choose the number, and one above 1 is given.',
      InvalidInstallmentNumber:
        'InstallmentNumber is none that the definition and the dealer allow; the message has those they allow.',
      SetInstallmentByInconsistent: 'SetInstallmentBy is not the side that the definition fixes.',
      InvalidRequest:
        'RedirectUrl, Amount, ReturnHash, a flag, Language, CommissionScenario, a SubDealer entry or the sum of them is out of its range.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      ForeignCurrencyUnavailable: 'The dealer may not take this currency.',
      InvalidPaymentPermission: 'The definition does not permit a pre-authorisation, or a direct payment.',
      InvalidPoolPermission: 'Pooled payment is asked for, and the definition or the dealer may not have it.',
      InvalidRequest:
        'The dealer must use pooled payment, and IsPoolPayment is not 1; or a DealerId is no sub-dealer of this dealer, a rate for the split is missing, or a commission passes its share.',
      ThreeDRequired: 'The definition makes 3D Secure mandatory, and IsThreeD is 0.',
    },
  },
  {
    step: 'Virtual POS and its rate',
    conditions: {
      InvalidRequest: 'No virtual POS of the dealer takes the currency, so that nobody could pay.',
      InvalidInstallmentNumber:
        'No virtual POS of the dealer takes the number of installments in that currency, or none has a commission rate for it.',
    },
  },
];

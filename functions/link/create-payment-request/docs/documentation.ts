import { subDealer } from '../../../../shared/openapi/card-payment-members.ts';
import type { FieldText, RefusalStep } from '../../../../shared/openapi/operation-document.ts';
import {
  amount,
  basketBesideBuyer,
  buyerOfPaymentRequest,
  codeForHash,
  currency,
  customerEmail,
  customerFields,
  customerPhone,
  description,
  EMAIL,
  FLAG,
  installmentNumber,
  isPoolPayment,
  isPreAuth,
  PHONE,
  PHONE_RULE,
  REDIRECT_ADDRESS,
} from '../../../../shared/openapi/payment-fields.ts';
import { KNOWN_CODE, pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract, PaymentUserPosRequest } from '../contract.ts';

const FLAG_WITHOUT_DEFAULT = { type: 'integer', enum: [0, 1] } as const;
const ANY_TEXT = { type: 'string' } as const;

/** The words of the published document for each field (dealer interface 2.8). */
export const fields: Readonly<Record<keyof PaymentUserPosRequest, FieldText>> = {
  OtherTrxCode: {
    description:
      "The dealer's own unique code of the transaction. The same request with the same code gets the same link again; a different request is refused. Without it every request makes a link.",
  },
  DealerCustomerTypeId: {
    required: true,
    description: 'Id of the payment-request definition that the service made for the dealer; its rules hold.',
  },
  FullName: { description: 'Name of the person to whom the link goes.' },
  GsmNumber: {
    schema: PHONE,
    description: `Mobile phone to which the link goes: ${PHONE_RULE} Required where the definition delivers by SMS.`,
  },
  Email: {
    schema: EMAIL,
    description: 'E-mail address to which the link goes. Required where the definition delivers by e-mail.',
  },
  IsPoolPayment: isPoolPayment,
  IsPreAuth: isPreAuth,
  IsTokenized: {
    schema: { type: 'integer', enum: [0, 1, 2], default: 0 },
    description:
      '0: the card is not stored. 1: it is stored with the approved payment, and the page says so. 2: the payer decides. 1 and 2 need a customer. The CVC is never stored.',
  },
  ...customerFields,
  CustomerGsmNumber: customerPhone,
  CustomerEmail: customerEmail,
  Amount: amount,
  Currency: currency,
  InstallmentNumber: installmentNumber(12),
  SetInstallmentBy: {
    schema: FLAG_WITHOUT_DEFAULT,
    description:
      '0: the payer chooses the number of installments. 1: the dealer has chosen it. Absent: the side that the definition fixes, else 1 if InstallmentNumber is above 1, else 0.',
  },
  CommissionByDealer: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description:
      'Up to which number of installments the dealer bears the commission: 0 none, 1 the single payment only, 2 up to 2, and so on; 12 all. Absent: what the definition says, else 12.',
  },
  IsCommissionDiffByDealer: {
    schema: FLAG,
    description:
      'Beyond CommissionByDealer: 0, the payer bears the whole commission. 1, the payer bears only what exceeds the commission of the largest number that the dealer bears.',
  },
  IsThreeD: {
    schema: FLAG_WITHOUT_DEFAULT,
    description: '0: the payer may pay without 3D Secure. 1: 3D Secure is mandatory. Absent: what the definition says.',
  },
  Description: description,
  ReturnHash: { required: true, schema: { type: 'integer', const: 1 }, description: 'Must be 1.' },
  RedirectUrl: {
    schema: REDIRECT_ADDRESS,
    description:
      'Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password, and without a query of its own while OtherTrxCode is sent. Required where the definition only returns the link.',
  },
  RedirectURL: {
    schema: ANY_TEXT,
    description: 'Another spelling of RedirectUrl. Where both are given they must not differ.',
  },
  ExpireDate: {
    schema: ANY_TEXT,
    description:
      'Until when the link can be paid, in Istanbul: `yyyy-MM-dd HH:mm`, or `YYYYMMDD` for the end of that day. In the future, and within the life that the definition gives a link. Absent: as late as the definition permits. A member of our own, which the dealer interface does not have.',
  },
  Language: {
    schema: { type: 'string', enum: ['TR', 'EN'] },
    description:
      "Language in which the payer's page opens; the payer may change it. Absent: what the browser prefers. A member of our own.",
  },
  CommissionScenario: {
    schema: { type: 'integer', minimum: 1, maximum: 6 },
    description:
      'How commission is deducted from the sub-dealers, as for a direct payment. Required at the path CreateUserPosPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer.',
  },
  SubDealer: {
    description:
      'The sub-dealers among whom the payment is split, each once; their Amounts add up to Amount. Required at the path CreateUserPosPaymentMarketPlace. The split is computed on what the payer is charged: commission that the payer bears is shared in proportion, in scenario 6 it belongs to the difference.',
    members: subDealer,
  },
  BuyerInformation: buyerOfPaymentRequest,
  BasketProduct: basketBesideBuyer,
};

export const data = {
  type: 'object',
  properties: {
    UserPosPaymentId: { type: 'integer', description: 'Id of the payment request in the service.' },
    DealerCustomerId: { type: 'integer', description: 'Id of the customer, or 0 where none is involved.' },
    Url: { type: 'string', format: 'uri', description: 'The payment link. Its last part cannot be guessed.' },
    CodeForHash: codeForHash,
  },
  required: ['UserPosPaymentId', 'DealerCustomerId', 'Url', 'CodeForHash'],
};

/** The order of refusals, step by step; inside a step in the order in which its rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  ...pipelineSteps({
    block: 'DealerAuthentication',
    channel: 'The dealer may not send payment requests.',
    barred: 'The dealer may not use this operation, or not with SubDealer.',
  }),
  { step: 'Known OtherTrxCode', conditions: { OtherTrxCodeAlreadyUsed: KNOWN_CODE } },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        'A field cannot be read, DealerCustomerTypeId, Amount or ReturnHash is missing, or what a payment with sub-dealers needs, or RedirectUrl and RedirectURL differ; the message names the field.',
    },
  },
  {
    step: 'Definition',
    conditions: {
      DealerCustomerTypeNotFound: 'DealerCustomerTypeId names no definition.',
      DealerCustomerTypeMismatchForDealer: 'DealerCustomerTypeId names a definition of another dealer.',
      EmailOrGsmNumberRequired:
        'The link can reach nobody: the definition delivers by SMS or e-mail and neither contact is given, or neither a contact nor RedirectUrl is given where either would do.',
      GsmRequired: 'The definition delivers by SMS, and GsmNumber is not given.',
      EmailRequired: 'The definition delivers by e-mail, and Email is not given.',
      InvalidRequest: 'The definition only returns the link, and RedirectUrl is not given.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InvalidGsmNumber: 'GsmNumber is not a mobile number.',
      InvalidEmailFormat: 'Email is not an e-mail address.',
      InvalidCustomerGsmNumber: 'CustomerGsmNumber is not a mobile number.',
      InvalidCustomerEmailFormat: 'CustomerEmail is not an e-mail address.',
      InvalidCurrencyCode: 'Currency is none of TL, USD, EUR and GBP.',
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments are asked for in another currency than TL.',
      InvalidTokenizationPermissionValue: 'IsTokenized is none of 0, 1 and 2.',
      InvalidCommissionByDealerValue: 'CommissionByDealer is not a whole number from 0 to 12.',
      InvalidCommissionDiffByDealerValue: 'IsCommissionDiffByDealer is neither 0 nor 1.',
      SetInstallmentByAndInstallmentNumberInconsistent: 'The payer is to choose the number, and one above 1 is given.',
      InvalidInstallmentNumber:
        'InstallmentNumber is none that the definition and the dealer allow; the message has those they allow.',
      SetInstallmentByInconsistent: 'SetInstallmentBy is not the side that the definition fixes.',
      InvalidBirthDateFormat: 'BirthDate is no real day in the past, written YYYYMMDD.',
      InvalidBuyerGsmNumber: 'BuyerGsmNumber is no phone number of 7 to 15 digits.',
      InvalidBuyerEmailFormat: 'BuyerEmail is not an e-mail address.',
      InvalidRequest:
        'A value without a code of its own is out of its range (RedirectUrl, Amount, ReturnHash, a flag, Gender, ExpireDate, Language, CommissionScenario, a SubDealer entry or the sum of them), or a free text holds a card number.',
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
      InvalidTokenizationPermission: 'Card storage is asked for, and the definition or the dealer may not have it.',
      ThreeDRequired: 'The definition makes 3D Secure mandatory, and IsThreeD is 0.',
    },
  },
  {
    step: 'Virtual POS and its rate',
    conditions: {
      InvalidRequest: 'No virtual POS of the dealer takes the currency, so that nobody could pay the link.',
      InvalidInstallmentNumber:
        'No virtual POS of the dealer takes the number of installments in that currency, or none has a commission rate for it; the message has those that are taken.',
    },
  },
  {
    step: 'Customer',
    conditions: {
      DealerCustomerNotFound: 'DealerCustomerId names no customer of this dealer.',
      DealerCustomerIdAndCustomerCodeDontMatchForDealer: 'Both identifiers are given and do not name one customer.',
      DealerCustomerInfoIsMissing:
        'A customer is to be registered, and FirstName is missing; or the card is to be stored, and no customer is named.',
    },
  },
  {
    step: 'Limits',
    conditions: {
      DailyDealerLimitExceeded:
        "What the dealer took today (Europe/Istanbul) and this amount exceed the dealer's daily limit, or no limit is set for the currency.",
      MonthlyDealerLimitExceeded: "What the dealer took this month and this amount exceed the dealer's monthly limit.",
    },
  },
  {
    step: 'Registration of the customer',
    conditions: {
      DealerCustomerNotCreated: 'The new customer could not be written; then there is no link either.',
    },
  },
];

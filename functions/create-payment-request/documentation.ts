import { type FieldText, pipelineSteps, type RefusalStep } from '../../shared/openapi/operation-document.ts';
import type { contract, PaymentUserPosRequest } from './contract.ts';

const basketMembers: Readonly<Record<string, FieldText>> = {
  ProductId: { description: 'Id of the product.' },
  ProductCode: { description: "The dealer's code of the product." },
  UnitPrice: { description: 'Price of one piece.' },
  Quantity: { description: 'Number of pieces.' },
};

const flag = { type: 'integer', enum: [0, 1] } as const;
const ANY_TEXT = { type: 'string' } as const;
const PHONE = { type: 'string', pattern: '^(\\+90|90|0)?5[0-9]{9}$' } as const;
const EMAIL = { type: 'string', format: 'email', maxLength: 254 } as const;
const PHONE_RULE = '10 digits that start with 5; a leading 0, 90 or +90 and spaces are dropped.';

/** What the published document says of each field of 2.8. */
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
  IsPoolPayment: {
    schema: { ...flag, default: 0 },
    description: '0: credited as usual. 1: held in the pool until the dealer approves.',
  },
  IsPreAuth: {
    schema: { ...flag, default: 0 },
    description: '0: captured at once. 1: a pre-authorisation that is captured later.',
  },
  IsTokenized: {
    schema: { type: 'integer', enum: [0, 1, 2], default: 0 },
    description:
      '0: the card is not stored. 1: it is stored with the approved payment, and the page says so. 2: the payer decides. 1 and 2 need a customer. The CVC is never stored.',
  },
  DealerCustomerId: { description: 'Id of a customer who is registered already. 0 counts as not given.' },
  CustomerCode: {
    description: "The dealer's code of the customer. A code that is new registers the customer, and needs FirstName.",
  },
  FirstName: { description: 'First name of a customer who is new. Alone, without CustomerCode, it registers nobody.' },
  LastName: { description: 'Last name of a customer who is new.' },
  Gender: { schema: { type: 'integer', enum: [0, 1, 2] }, description: '1 male, 2 female, 0 not given.' },
  BirthDate: {
    schema: { type: 'string', pattern: '^[0-9]{8}$' },
    description: 'Birth date of the customer: a real day in the past, YYYYMMDD.',
  },
  CustomerGsmNumber: { schema: PHONE, description: `Mobile phone of the customer: ${PHONE_RULE}` },
  CustomerEmail: { schema: EMAIL, description: 'E-mail address of the customer.' },
  Address: { description: 'Postal address of the customer.' },
  Amount: {
    required: true,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
    description: 'Amount to be paid: above 0, a dot before at most two decimals.',
  },
  Currency: {
    schema: { type: 'string', enum: ['TL', 'USD', 'EUR', 'GBP'], default: 'TL' },
    description: 'Currency of Amount.',
  },
  InstallmentNumber: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description: 'Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only.',
  },
  SetInstallmentBy: {
    schema: flag,
    description:
      '0: the payer chooses the number of installments. 1: the dealer has chosen it. Absent: the side that the definition fixes, else 1 if InstallmentNumber is above 1, else 0.',
  },
  CommissionByDealer: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description:
      'Up to which number of installments the dealer bears the commission: 0 none, 1 the single payment only, 2 up to 2, and so on; 12 all. Absent: what the definition says, else 12.',
  },
  IsCommissionDiffByDealer: {
    schema: { ...flag, default: 0 },
    description:
      'Beyond CommissionByDealer: 0, the payer bears the whole commission. 1, the payer bears only what exceeds the commission of the largest number that the dealer bears.',
  },
  IsThreeD: {
    schema: flag,
    description: '0: the payer may pay without 3D Secure. 1: 3D Secure is mandatory. Absent: what the definition says.',
  },
  Description: { description: 'Free text about the payment.' },
  ReturnHash: { required: true, schema: { type: 'integer', const: 1 }, description: 'Must be 1.' },
  RedirectUrl: {
    schema: { type: 'string', format: 'uri', maxLength: 2048 },
    description:
      'Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password, and without a query of its own while OtherTrxCode is sent. Required where the definition only returns the link.',
  },
  RedirectURL: { schema: ANY_TEXT, description: 'Another spelling of RedirectUrl, looked at where that is not given.' },
  BuyerInformation: {
    description: 'About the buyer.',
    members: {
      BuyerFullName: { description: 'Full name of the buyer.' },
      BuyerEmail: { schema: EMAIL, description: 'E-mail address of the buyer.' },
      BuyerGsmNumber: { schema: PHONE, description: `Mobile phone of the buyer: ${PHONE_RULE}` },
      BuyerAddress: { description: 'Postal address of the buyer.' },
      BasketProduct: { description: 'What is bought.', members: basketMembers },
    },
  },
  BasketProduct: {
    description: 'What is bought, beside BuyerInformation: looked at where the list inside it is empty.',
    members: basketMembers,
  },
};

export const data = {
  type: 'object',
  properties: {
    UserPosPaymentId: { type: 'integer', description: 'Id of the payment request in the service.' },
    DealerCustomerId: { type: 'integer', description: 'Id of the customer, or 0 where none is involved.' },
    Url: { type: 'string', format: 'uri', description: 'The payment link. Its last part cannot be guessed.' },
    CodeForHash: {
      type: 'string',
      pattern: '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$',
      description:
        'A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal.',
    },
  },
  required: ['UserPosPaymentId', 'DealerCustomerId', 'Url', 'CodeForHash'],
};

const steps = pipelineSteps('DealerAuthentication');

/** The order of refusals, step by step; inside a step, in the order in which the rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  steps.body,
  steps.account,
  steps.address,
  {
    step: 'Operation and channel',
    conditions: {
      NoAllowedToUseThisWebService: 'The dealer may not use this operation.',
      ChannelPermissionNotAvailable: 'The dealer may not send payment requests.',
    },
  },
  {
    step: 'Known OtherTrxCode',
    conditions: {
      OtherTrxCodeAlreadyUsed:
        'OtherTrxCode names a different request of this dealer already. The same request is answered here with its first answer, whatever the steps below would say by now.',
    },
  },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        '`PaymentUserPosRequest` is missing, a field cannot be read, or DealerCustomerTypeId, Amount or ReturnHash is missing; the message names the field.',
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
      InvalidInstallmentNumber: 'InstallmentNumber is not 2 to 12, or the definition or the dealer does not have it.',
      SetInstallmentByInconsistent: 'SetInstallmentBy is not the side that the definition fixes.',
      InvalidBirthDateFormat: 'BirthDate is no real day in the past, written YYYYMMDD.',
      InvalidBuyerGsmNumber: 'BuyerGsmNumber is not a mobile number.',
      InvalidBuyerEmailFormat: 'BuyerEmail is not an e-mail address.',
      InvalidRequest:
        'A value without a code of its own is out of its range (RedirectUrl, Amount, ReturnHash, a flag, Gender), or a free text holds a card number.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      ForeignCurrencyUnavailable: 'The dealer may not take this currency.',
      InvalidPaymentPermission: 'The definition does not permit a pre-authorisation, or a direct payment.',
      InvalidPoolPermission: 'Pooled payment is asked for, and the definition or the dealer may not have it.',
      InvalidRequest: 'The dealer must use pooled payment, and IsPoolPayment is not 1.',
      InvalidTokenizationPermission: 'Card storage is asked for, and the definition or the dealer may not have it.',
      ThreeDRequired: 'The definition makes 3D Secure mandatory, and IsThreeD is 0.',
    },
  },
  {
    step: 'Customer',
    conditions: {
      DealerCustomerNotFound: 'DealerCustomerId names no customer of this dealer.',
      DealerCustomerIdAndCustomerCodeDontMatchForDealer: 'Both identifiers are given and do not name one customer.',
      DealerCustomerInfoIsMissing: 'A customer is to be registered, and CustomerCode or FirstName is missing.',
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

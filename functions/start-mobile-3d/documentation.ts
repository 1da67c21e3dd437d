import { type FieldText, pipelineSteps, type RefusalStep } from '../../shared/openapi/operation-document.ts';
import type { contract, Mobile3DRequest } from './contract.ts';

const flag = { type: 'integer', enum: [0, 1], default: 0 } as const;
const PHONE = { type: 'string', pattern: '^(\\+90|90|0)?5[0-9]{9}$' } as const;
const ADDRESS = { type: 'string', format: 'uri', maxLength: 2048 } as const;

/** What the published document says of each field of 2.7. */
export const fields: Readonly<Record<keyof Mobile3DRequest, FieldText>> = {
  PaymentType: {
    required: true,
    schema: { type: 'string', pattern: '^[0-9]{1,4}$' },
    description: 'Code of the bank whose virtual POS takes the payment, such as 64. Leading zeros do not matter.',
  },
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
    schema: { type: 'integer', minimum: 0, maximum: 9 },
    description: 'Absent, 0 or 1 is the single payment; 2 to 9 are installments, with TL only.',
  },
  ClientIP: { description: 'IP address of the machine on which the payer is. It is recorded and decides nothing.' },
  RedirectURL: {
    schema: ADDRESS,
    description:
      'Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password. It contains OtherTrxCode. Required, here or as RedirectUrl.',
  },
  RedirectUrl: {
    schema: { type: 'string' },
    description: 'Another spelling of RedirectURL, looked at where that is not given.',
  },
  RedirectType: {
    schema: flag,
    description: '0: the payer returns to the whole window. 1: the page is inside an iframe and stays there.',
  },
  OtherTrxCode: {
    required: true,
    description:
      "The dealer's own unique code of the transaction. The same request with the same code gets the same address again; a different request is refused.",
  },
  IsPoolPayment: { schema: flag, description: '0: credited as usual. 1: held in the pool until the dealer approves.' },
  IntegratorId: {
    description:
      'Id of the integrator company, one that the service knows of this dealer. Dealers without an integrator leave it out; 0 counts as not given.',
  },
  Software: { description: 'Name of the software that calls the service. It is recorded and decides nothing.' },
  SubMerchantName: { description: 'Name for the statement, as agreed with the service.' },
  Description: { description: 'Free text about the payment.' },
  BuyerInformation: {
    description: 'About the buyer.',
    members: {
      BuyerFullName: { description: 'Full name of the buyer.' },
      BuyerEmail: {
        schema: { type: 'string', format: 'email', maxLength: 254 },
        description: 'E-mail address of the buyer.',
      },
      BuyerGsmNumber: {
        schema: PHONE,
        description:
          'Mobile phone of the buyer: 10 digits that start with 5; a leading 0, 90 or +90 and spaces are dropped.',
      },
      BuyerAddress: { description: 'Postal address of the buyer.' },
    },
  },
};

export const data = {
  type: 'object',
  properties: {
    Url: {
      type: 'string',
      format: 'uri',
      description: 'The address to open. It lives for one hour, and its last part cannot be guessed.',
    },
    CodeForHash: {
      type: 'string',
      pattern: '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$',
      description:
        'A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal.',
    },
  },
  required: ['Url', 'CodeForHash'],
};

const steps = pipelineSteps('PaymentDealerAuthentication');

/** The order of refusals, step by step; inside a step, in the order in which the rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  steps.body,
  steps.account,
  steps.address,
  {
    step: 'Operation and channel',
    conditions: {
      NoAllowedToUseThisWebService: 'The dealer may not use this operation.',
      ChannelPermissionNotAvailable: 'The dealer may not take mobile payments.',
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
      InvalidRequest: '`PaymentDealerRequest` is missing, or a field cannot be read; the message names the field.',
      AmountRequired: 'Amount is missing.',
      OtherTrxCodeRequired: 'OtherTrxCode is missing.',
      RedirectUrlRequired: 'RedirectURL is missing.',
      PaymentTypeRequired: 'PaymentType is missing.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments are asked for in another currency than TL.',
      InvalidInstallmentNumber: 'InstallmentNumber is not 2 to 9.',
      InvalidPaymentType: 'PaymentType is not the code of a bank that the service knows.',
      InvalidCurrencyCode: 'Currency is none of TL, USD, EUR and GBP.',
      RedirectUrlCannotContainOtherTrxCode: 'RedirectURL does not contain OtherTrxCode.',
      InvalidRequest:
        'A value without a code of its own is out of its range (RedirectURL, Amount, RedirectType, IsPoolPayment, a contact of the buyer), or a free text holds a card number.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      ForeignCurrencyNotAvailableForThisDealer: 'The dealer may not take this currency.',
      PoolPaymentNotAvailableForDealer: 'Pooled payment is asked for, and the dealer may not have it.',
      PoolPaymentRequiredForDealer: 'The dealer must use pooled payment, and IsPoolPayment is not 1.',
      InvalidInstallmentNumber: 'The dealer may not use this number of installments.',
      AgreementDateNotFound: 'The dealer has no agreement, or one that begins in the future.',
      InvalidRequest: 'IntegratorId is not that of an integrator company of the dealer.',
    },
  },
  {
    step: 'Virtual POS and its rate',
    conditions: {
      VirtualPosNotAvailable: 'The dealer has no virtual POS at the bank of PaymentType that takes the currency.',
      VirtualPosCommissionRateNotFound: 'That virtual POS has no commission rate for this number of installments.',
      InvalidInstallmentNumber: 'That virtual POS does not take this number of installments.',
    },
  },
];

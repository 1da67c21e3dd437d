import type { FieldText, RefusalStep } from '../../../../shared/openapi/operation-document.ts';
import {
  amount,
  buyer,
  callerFields,
  codeForHash,
  currency,
  description,
  FLAG,
  installmentNumber,
  isPoolPayment,
  REDIRECT_ADDRESS,
} from '../../../../shared/openapi/payment-fields.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract, Mobile3DRequest } from '../contract.ts';

/** The words of the published document for each field (dealer interface 2.7). */
export const fields: Readonly<Record<keyof Mobile3DRequest, FieldText>> = {
  PaymentType: {
    required: true,
    schema: { type: 'string', pattern: '^[0-9]{1,4}$' },
    description: 'Code of the bank whose virtual POS takes the payment, such as 64. Leading zeros do not matter.',
  },
  Amount: amount,
  Currency: currency,
  InstallmentNumber: installmentNumber(9),
  ClientIP: { description: 'IP address of the machine on which the payer is. It is recorded and decides nothing.' },
  RedirectURL: {
    schema: REDIRECT_ADDRESS,
    description:
      'Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password. It contains OtherTrxCode. Required, here or as RedirectUrl.',
  },
  RedirectUrl: {
    schema: { type: 'string' },
    description: 'Another spelling of RedirectURL. Where both are given they must not differ.',
  },
  RedirectType: {
    schema: FLAG,
    description: '0: the payer returns to the whole window. 1: the page is inside an iframe and stays there.',
  },
  OtherTrxCode: {
    required: true,
    description:
      "The dealer's own unique code of the transaction. The same request with the same code gets the same address again, for as long as its page leads somewhere. A changed request begins anew with an address and a CodeForHash of its own; nothing is charged under the address before any more. A code is bound while a charge is not decided, and for ever once it was paid.",
  },
  IsPoolPayment: isPoolPayment,
  ...callerFields,
  Description: description,
  BuyerInformation: { description: 'About the buyer.', members: buyer },
};

export const data = {
  type: 'object',
  properties: {
    Url: {
      type: 'string',
      format: 'uri',
      description: 'The address to open. It lives for one hour, and its last part cannot be guessed.',
    },
    CodeForHash: codeForHash,
  },
  required: ['Url', 'CodeForHash'],
};

/** The order of refusals, step by step; inside a step in the order in which its rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  ...pipelineSteps({ block: 'PaymentDealerAuthentication', channel: 'The dealer may not take mobile payments.' }),
  {
    step: 'Known OtherTrxCode',
    conditions: {
      OtherTrxCodeAlreadyUsed:
        'OtherTrxCode names a different request that is paid, or a payment of another operation of this dealer. The same request is answered here with its first answer, whatever the steps below would say by now.',
      AttemptsUsedUp: 'OtherTrxCode has had its attempts: send the payment with a new code.',
      StillRunning:
        'A charge of a different request with this OtherTrxCode is not decided: the bank is being asked, or gives it back. Repeat the request later, and do not send it under another code.',
    },
  },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest: 'A field cannot be read, or RedirectURL and RedirectUrl differ; the message names the field.',
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
        'A value without a code of its own is out of its range (RedirectURL, Amount, RedirectType, IsPoolPayment, BuyerEmail), or a free text holds a card number.',
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
      InvalidInstallmentNumber:
        'That virtual POS does not take this number of installments; the message has those it takes.',
    },
  },
  {
    step: 'Limits',
    conditions: {
      InvalidRequest:
        "The payment passes what is left of the dealer's limit of the day or the month, or the currency has no limit setting. The budget itself is taken when the card is charged.",
    },
  },
];

import { cardPaymentFields } from '../../../../shared/openapi/card-payment-fields.ts';
import type { FieldText, RefusalStep } from '../../../../shared/openapi/operation-document.ts';
import { codeForHash, FLAG } from '../../../../shared/openapi/payment-fields.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract, ThreeDRequest } from '../contract.ts';

/** The words of the published document for each field. */
export const fields: Readonly<Record<keyof ThreeDRequest, FieldText>> = {
  ...cardPaymentFields,
  CvcNumber: {
    schema: { type: 'string', pattern: '^[0-9]{3,4}$' },
    description:
      'Security number of the card. It waits encrypted, under a key that only the address holds, until the payer opens the address, and 15 minutes at most.',
  },
  OtherTrxCode: {
    description:
      "The dealer's own unique code of the transaction. The same request with the same code gets a new address while nobody has opened the payment. A changed request, and the same one once the payer has opened the payment, begins anew with an address and a CodeForHash of its own; nothing is charged under the address before any more. After a failure the same request with the same card gets its former address again for a minute. A code has ten attempts. It is bound while a charge is not decided, and for ever once it was paid. Without it every request is a payment of its own.",
  },
  SubMerchantName: {
    schema: { type: 'string', maxLength: 100 },
    description: 'Name for the statement, as agreed with the service.',
  },
  CustomerInformation: {
    ...cardPaymentFields.CustomerInformation,
    description:
      'The customer under whom the card is stored with IsTokenized 1. Beside CardToken it says whose card it must be. It means nothing otherwise.',
  },
  ReturnHash: {
    schema: FLAG,
    description:
      '1: the answer has Url and CodeForHash, and the result is reported by its hash. 0: the answer is the address alone, and the result is reported in words that prove nothing; only dealers who are permitted to may use it.',
  },
  RedirectUrl: {
    required: true,
    schema: { type: 'string', maxLength: 2048 },
    description:
      'Page of the dealer that the payer returns to: https (sandbox stages take http on a loopback host as well), without user name and password. A text without a scheme is taken as https. A query of its own is kept.',
  },
  RedirectURL: {
    schema: { type: 'string', maxLength: 2048 },
    description: 'Another spelling of RedirectUrl. Where both are given they must not differ.',
  },
  RedirectType: {
    schema: FLAG,
    description: '0: the payer returns to the whole window. 1: the pages are inside an iframe and stay there.',
  },
  IsTokenized: {
    schema: FLAG,
    description: '1: the card is stored for the customer of CustomerInformation when the payment is approved.',
  },
  Language: {
    schema: { type: 'string', enum: ['TR', 'EN'] },
    description: "Language of the payer's pages. Without it that of the browser.",
  },
};

const url = {
  type: 'string',
  format: 'uri',
  description:
    "The address that the payer's browser opens, once and within 15 minutes. It holds a secret: send it to nobody else.",
};

export const data = {
  description: 'With ReturnHash 1 the object; without it the address alone, as text.',
  oneOf: [
    {
      type: 'object',
      properties: { Url: url, CodeForHash: codeForHash },
      required: ['Url', 'CodeForHash'],
    },
    url,
  ],
};

/** The order of refusals, step by step; inside a step in the order in which its rules are applied. */
export const order: readonly RefusalStep<keyof (typeof contract)['codes']>[] = [
  ...pipelineSteps({
    block: 'PaymentDealerAuthentication',
    channel: 'The dealer may not take direct payments.',
    barred: 'The dealer may not use this operation, or not the one with sub-dealers, which SubDealer makes of either.',
  }),
  {
    step: 'Known OtherTrxCode',
    conditions: {
      OtherTrxCodeAlreadyUsed:
        'OtherTrxCode names a payment that is paid, which the payment detail list tells, or a payment of another operation of this dealer.',
      AttemptsUsedUp:
        'Ten attempts with this OtherTrxCode have failed, and the request would be the eleventh: send it with a new code.',
      StillRunning:
        'A charge under this OtherTrxCode is not decided: the bank is being asked, or gives it back, even if it was reported failed. Repeat the request later, and do not send it under another code. A payer who has only opened the payment, or stands at the bank’s page, is no reason.',
    },
  },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        'A field cannot be read, or one is missing that is required, also by the commission scenario; the message names the field.',
      RedirectUrlRequired: 'RedirectUrl is missing.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InvalidCurrencyCode: 'Currency is none of TL, USD, EUR and GBP.',
      InvalidInstallmentNumber: 'InstallmentNumber is not 2 to 12.',
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments are asked for in another currency than TL.',
      CardTokenCannotUseWithSaveCard: 'IsTokenized is 1 beside CardToken.',
      InvalidSubMerchantName: 'SubMerchantName is longer than 100 characters.',
      InvalidUnitPrice:
        'A UnitPrice of the basket is no amount; or it is missing or 0, and the dealer has baskets checked.',
      InvalidQuantityValue:
        'A Quantity of the basket is no whole number; or it is missing or below 1, and the dealer has baskets checked.',
      BasketAmountIsNotEqualPaymentAmount: 'The basket does not add up to Amount, and the dealer has baskets checked.',
      MustBeOneOfDealerProductIdOrProductCode:
        'A line of the basket names neither DealerProductId nor ProductCode, and the dealer has baskets checked.',
      BasketProductNotFoundInYourProductList:
        'A line of the basket names a DealerProductId that the dealer has no product for, or beside it the ProductCode of another one, and the dealer has baskets checked.',
      InvalidRequest:
        'A value without a code of its own is out of its range (RedirectUrl, RedirectType, ReturnHash, IsTokenized, Language and others), the amounts of SubDealer do not add up as the scenario demands, a DealerId appears twice, or a free text holds a card number.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      ForeignCurrencyNotAvailableForThisDealer: 'The dealer may not take this currency.',
      PaymentMustBeAuthorization: 'The dealer must pre-authorise, and IsPreAuth is not 1.',
      AuthorizationForbiddenForThisDealer: 'Pre-authorisation is asked for, and the dealer may not have it.',
      PoolPaymentNotAvailableForDealer: 'Pooled payment is asked for, and the dealer may not have it.',
      PoolPaymentRequiredForDealer: 'The dealer must use pooled payment, and IsPoolPayment is not 1.',
      TokenizationNotAvailableForDealer: 'The card is to be stored, and the dealer has no card storage.',
      ThisInstallmentNumberNotAvailableForDealer: 'The dealer may not use this number of installments.',
      InvalidRequest:
        "IntegratorId or ReturnHash 0 is not permitted to the dealer; IsTokenized is 1 without a customer; a sub-dealer is not the dealer's or is switched off; a commission exceeds the amount it is deducted from; or new charges are paused, of the dealer or of the whole service.",
      DealerGroupCommissionRateNotFound:
        'The service has no rate of the dealer or of a sub-dealer for the number of installments.',
    },
  },
  {
    step: 'Virtual POS and its rate',
    conditions: {
      VirtualPosNotFound: 'The dealer has no virtual POS at all.',
      VirtualPosNotAvailable:
        'No virtual POS of the dealer takes the card and the currency, none does without CvcNumber where that is left out, or the one that does takes no CardToken with 3D.',
      DealerCommissionRateNotFound:
        'The virtual POS of the card has no commission rate for this number of installments; the single payment needs one too.',
      ThisInstallmentNumberNotAvailableForVirtualPos:
        'The virtual POS of the card does not take this number of installments; the message has those it takes.',
    },
  },
  {
    step: 'Customer or card',
    conditions: {
      InvalidRequest:
        'CustomerInformation names a customer who is not there, or two different ones, or one who is new without FirstName.',
      OnlyCardTokenOrCardNumber: 'Card and token are both given.',
      InvalidCardInfo:
        'Card and token are both missing, the card cannot be right (number, expiry, CVC), its brand takes no part in 3D Secure, or the card of the token has expired. A sandbox stage takes test cards only.',
      CardTokenNotFound: 'The token is not one of this dealer, or of the customer that is named.',
    },
  },
  {
    step: 'Limits',
    conditions: {
      DailyDealerLimitExceeded:
        "The payment passes what is left of the dealer's limit of the day, or the currency has no limit setting. The budget itself is taken when the card is charged.",
      DailyCardLimitExceeded:
        'The card has been used as often today, or for as much, as the dealer takes from one card.',
    },
  },
];

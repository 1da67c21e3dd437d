import type { FieldText, RefusalStep } from '../../../shared/openapi/operation-document.ts';
import {
  amount,
  basketBesideBuyer,
  buyerWithBasket,
  callerFields,
  currency,
  description,
  installmentNumber,
  isPoolPayment,
  isPreAuth,
} from '../../../shared/openapi/payment-fields.ts';
import { KNOWN_CODE, pipelineSteps } from '../../../shared/openapi/pipeline-steps.ts';
import type { contract, DirectPaymentRequest } from '../contract.ts';
import { customerInformation, subDealer } from './documentation-of-members.ts';

/** The words of the published document for each field (dealer interface 2.2). */
export const fields: Readonly<Record<keyof DirectPaymentRequest, FieldText>> = {
  CardHolderFullName: { description: 'Name of the card holder.' },
  CardNumber: {
    schema: { type: 'string', pattern: '^[0-9]{13,19}$' },
    description: 'Number of the card, with ExpMonth, ExpYear and CvcNumber. Either it or CardToken is sent, not both.',
  },
  ExpMonth: {
    schema: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
    description: 'Month in which the card expires, MM.',
  },
  ExpYear: {
    schema: { type: 'string', pattern: '^(20)?[0-9]{2}$' },
    description: 'Year in which the card expires, YYYY.',
  },
  CvcNumber: {
    schema: { type: 'string', pattern: '^[0-9]{3,4}$' },
    description:
      'Security number of the card. A dealer who is permitted to may leave it out. With CardToken it may be sent; it is passed on to the bank and never kept.',
  },
  CardToken: {
    schema: { type: 'string', format: 'uuid' },
    description: 'Token of a stored card of this dealer, in place of CardNumber.',
  },
  Amount: amount,
  Currency: currency,
  InstallmentNumber: installmentNumber(12),
  ClientIP: {
    description: 'IP address of the machine on which the card number was given. It is recorded and decides nothing.',
  },
  OtherTrxCode: {
    description:
      "The dealer's own unique code of the transaction. The same request with the same code charges once, however often it is sent; a different request is refused. After a decline, the same card gets that decline again for a minute; later, or with another card, the request is a new attempt. A code has ten attempts; after them it is refused, and the payment needs a new code. **Without it nothing protects against a double charge**: every request is a payment of its own, and one whose answer was lost cannot be asked after.",
  },
  IsPreAuth: isPreAuth,
  IsPoolPayment: isPoolPayment,
  ...callerFields,
  Description: description,
  CommissionScenario: {
    schema: { type: 'integer', minimum: 1, maximum: 6 },
    description:
      'How commission is deducted from the sub-dealers. 1: by the rates that the service has for them. 2: by DealerCommissionRate and DealerCommissionFixedAmount. 3: DealerCommissionAmount. 4: by GroupRevenueRate, and 5: GroupRevenueAmount, each with the commission that the service takes from the dealer for AmountToBeCommissioned. 6: what SubDealer.Amount leaves of Amount. Required at the path DoDirectPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer.',
  },
  SubDealer: {
    description:
      'The sub-dealers among whom the payment is split, each once. Required at the path DoDirectPaymentMarketPlace. Percentages are rounded half up, each by itself. A field that the scenario does not use is ignored.',
    members: subDealer,
  },
  BuyerInformation: buyerWithBasket,
  BasketProduct: basketBesideBuyer,
  CustomerInformation: {
    description:
      'The customer under whom the card is stored when the payment is approved. It means nothing for a dealer without the card-storage feature, and where it names neither DealerCustomerId nor CustomerCode.',
    members: customerInformation,
  },
};

export const data = {
  type: 'object',
  properties: {
    IsSuccessful: {
      type: 'boolean',
      description: 'Whether the card was charged. Look at it: a decline of the bank has ResultCode `Success` outside.',
    },
    ResultCode: {
      type: 'string',
      pattern: '^([0-9]{3})?$',
      description: "The bank's code where the payment was declined, 000 to 030; empty on success.",
    },
    ResultMessage: { type: 'string', description: 'What that code means; empty on success.' },
    VirtualPosOrderId: {
      type: 'string',
      pattern: '^(ORDER-.+)?$',
      maxLength: 64,
      description: 'The id of the payment at the bank; empty where it was declined.',
    },
  },
  required: ['IsSuccessful', 'ResultCode', 'ResultMessage', 'VirtualPosOrderId'],
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
      OtherTrxCodeAlreadyUsed: KNOWN_CODE,
      AttemptsUsedUp:
        'Ten attempts with this OtherTrxCode have failed, and the request would be the eleventh: send it with a new code.',
      StillRunning:
        'What became of an earlier call with the same OtherTrxCode is not settled yet: this call has waited for it in vain, or enough others wait already. Nothing is charged by this call: repeat it a little later.',
    },
  },
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        'A field cannot be read, or one is missing that is required, also by the commission scenario; the message names the field.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments are asked for in another currency than TL.',
      InvalidInstallmentNumber: 'InstallmentNumber is not 2 to 12.',
      InvalidRequest:
        'A value without a code of its own is out of its range, the amounts of SubDealer do not add up as the scenario demands (the message has both numbers), a DealerId appears twice, or a free text holds a card number.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      ThreeDRequired:
        'The dealer must use 3D Secure. One who is authorised to pay by CardToken without it is not refused for a token.',
      ThisInstallmentNumberNotAvailableForDealer: 'The dealer may not use this number of installments.',
      InvalidRequest:
        "Currency, IsPoolPayment or IntegratorId is not permitted to the dealer; a sub-dealer is not the dealer's or is switched off; the service has no rate for the number of installments; a commission exceeds the amount it is deducted from; or new charges are paused, of the dealer or of the whole service.",
    },
  },
  {
    step: 'Virtual POS',
    conditions: {
      VirtualPosNotFound: 'The dealer has no virtual POS at all.',
      VirtualPosNotAvailable: 'No virtual POS of the dealer takes the card and the currency.',
      ThisInstallmentNumberNotAvailableForVirtualPos:
        'The virtual POS of the card does not take this number of installments, or has no commission rate for it; the message has those it takes. The single payment needs a rate too.',
    },
  },
  {
    step: 'Customer or card',
    conditions: {
      InvalidRequest:
        'CustomerInformation names a customer who is not there, or two different ones, or one who is new without FirstName.',
      InvalidCardInfo:
        'Card and token are both given or both missing, the card cannot be right (number, expiry, CVC), or the token is not one of this dealer, or of the customer that is named, or its card has expired. A sandbox stage takes test cards only.',
    },
  },
  {
    step: 'Limits',
    conditions: {
      DailyDealerLimitExceeded:
        "The payment passes what is left of the dealer's limit of the day, or the currency has no limit setting.",
      DailyCardLimitExceeded:
        'The card has been used as often today, or for as much, as the dealer takes from one card.',
    },
  },
  {
    step: "The bank's answer",
    conditions: {
      OutcomeUnknown:
        'The bank has not told in time whether the card was charged. This is no decline: repeat the request with the same OtherTrxCode. Within ten minutes the repeat gets the approval if there is one; a charge that nobody asked after is taken back, and so is one without OtherTrxCode, unless its approval was being recorded as the time ran out: have the service look before you charge again.',
    },
  },
];

import { cardPaymentFields } from '../../../../shared/openapi/card-payment-fields.ts';
import type { FieldText, RefusalStep } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract, DirectPaymentRequest } from '../contract.ts';

/** The words of the published document for each field (dealer interface 2.2). */
export const fields: Readonly<Record<keyof DirectPaymentRequest, FieldText>> = {
  ...cardPaymentFields,
  OtherTrxCode: {
    description:
      "The dealer's own unique code of the transaction. The same request with the same code charges once, however often it is sent. After a decline, the same card gets that decline again for a minute; later, or with another card, the request is a new attempt. A changed request (another amount, other installments, sub-dealers or texts) is a new attempt once nothing is charged under the code any more; it is refused while an earlier one is not decided, and for ever once one was paid. A code has ten attempts; after them it is refused, and the payment needs a new code. **Without it nothing protects against a double charge**: every request is a payment of its own, and one whose answer was lost cannot be asked after.",
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
      anyOf: [{ const: '' }, { $ref: '#/components/schemas/BankCode' }],
      description: "The bank's code where the payment was declined; empty on success.",
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
      OtherTrxCodeAlreadyUsed:
        'OtherTrxCode names a different request that is paid, or a payment of another operation of this dealer. The same request is answered here with its first answer, whatever the steps below would say by now; a changed one goes on where everything under the code was declined or given back.',
      AttemptsUsedUp:
        'Ten attempts with this OtherTrxCode have failed, and the request would be the eleventh: send it with a new code.',
      StillRunning:
        'What became of an earlier call with the same OtherTrxCode is not known yet: this call waited for it in vain, enough other calls wait already, or the earlier request was a different one, for which this call does not wait. Nothing is charged by this call: repeat it a little later, and do not send it under another code.',
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
        "Currency, IsPoolPayment or IntegratorId is not permitted to the dealer; a sub-dealer is not the dealer's or is switched off; a commission exceeds the amount it is deducted from; or new charges are paused, of the dealer or of the whole service.",
      DealerGroupCommissionRateNotFound: 'The service has no rate for the number of installments.',
    },
  },
  {
    step: 'Virtual POS',
    conditions: {
      VirtualPosNotFound: 'The dealer has no virtual POS at all.',
      VirtualPosNotAvailable:
        'No virtual POS of the dealer takes the card and the currency, or none does without CvcNumber where that is left out.',
      ThisInstallmentNumberNotAvailableForVirtualPos:
        'The virtual POS of the card does not take this number of installments; the message has those it takes.',
      DealerCommissionRateNotFound:
        'The virtual POS of the card has no commission rate for this number of installments; the single payment needs one too.',
    },
  },
  {
    step: 'Customer or card',
    conditions: {
      InvalidRequest:
        'CustomerInformation names a customer who is not there, or two different ones, or one who is new without FirstName.',
      InvalidCardInfo:
        'Card and token are both missing, the card cannot be right (number, expiry, CVC), or the card of the token has expired. A sandbox stage takes test cards only.',
      OnlyCardTokenOrCardNumber: 'Card and token are both given.',
      CardTokenNotFound: 'The token is not one of this dealer, or of the customer that is named.',
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
        'The bank did not report in time whether the card was charged. This is no decline: repeat the request with the same OtherTrxCode. Within ten minutes the repeat gets the approval if there is one; a charge that nobody asked about is reversed, and so is one without OtherTrxCode, unless its approval was being recorded as the time ran out: have the service look before you charge again.',
    },
  },
];

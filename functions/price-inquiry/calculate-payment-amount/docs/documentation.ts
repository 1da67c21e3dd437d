import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import { bankCardSchema, binField, priceFields } from '../../../../shared/openapi/price-words.ts';

const number = (description: string) => ({ type: 'number', description });

const members = {
  PaymentAmount: number('What the card pays: OrderAmount and the commission that the payer bears.'),
  DealerDepositAmount: number('PaymentAmount without DealerCommissionAmount.'),
  DealerCommissionRate: number('Percentage that DealerCommissionAmount is made of.'),
  DealerCommissionAmount: number('What is deducted from PaymentAmount in all.'),
  DealerCommissionFixedAmount: number('Fixed part of DealerCommissionAmount.'),
  DealerGroupCommissionRate: number('Rate of the top dealer for the count; 0 without a revenue.'),
  DealerGroupCommissionAmount: number('What the service takes from the top dealer; 0 without a revenue.'),
  DealerGroupCommissionFixedAmount: number('Fixed amount of the top dealer in the service; 0 without a revenue.'),
  GroupRevenueRate: number('As it was asked for.'),
  GroupRevenueAmount: number('Revenue of the top dealer.'),
  BankCard: bankCardSchema,
};

export const data = { type: 'object', properties: members, required: Object.keys(members) };

export const fields = {
  BinNumber: { ...binField, required: true },
  ...priceFields,
  InstallmentNumber: {
    schema: { type: 'integer', minimum: 0, maximum: 12 },
    description: 'Absent, 0 or 1 is the single payment; 2 to 12 are installments, with TL only.',
  },
  GroupRevenueRate: { description: 'Revenue of the top dealer as a percentage of OrderAmount. 0 or absent: none.' },
  GroupRevenueAmount: { description: 'Revenue of the top dealer as an amount. 0 or absent: none.' },
} as const;

export const order = [
  ...pipelineSteps({
    block: 'PaymentDealerAuthentication',
    channel: 'The dealer has no permission for the channel; an inquiry needs none.',
  }),
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest:
        'A field cannot be read, or BinNumber, IsThreeD or GroupRevenueAmount breaks a rule; the message names it.',
      RequiredOrderAmount: 'OrderAmount is not given or 0.',
      BinNumberMustGiven: 'BinNumber is not given.',
    },
  },
  {
    step: 'Value ranges',
    conditions: {
      InvalidCurrencyCode: 'Currency is none of the four.',
      InvalidInstallmentNumber: 'InstallmentNumber is above 12, or no number.',
      InstallmentNotAvailableForForeignCurrencyTransaction: 'Installments in another currency than TL.',
      BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: 'Both of them are above 0.',
    },
  },
  {
    step: 'Permissions',
    conditions: {
      InvalidCurrencyCode: 'The dealer may not take the Currency.',
      InvalidInstallmentNumber: 'The dealer may not use the count.',
      DealerDoNotBinNumberInquiryAllowed: 'The dealer is barred from GetBankCardInformation.',
      BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: 'A revenue is asked for, and the dealer is no top dealer.',
    },
  },
  {
    step: 'Virtual POS and its rate',
    conditions: {
      InvalidInstallmentNumber: 'The virtual POS of the card does not take the count.',
      VirtualPosCommissionRateNotFound:
        'No virtual POS takes card and Currency, or there is no rate for the count, of the virtual POS or of the top dealer.',
    },
  },
  { step: 'Card', conditions: { BinNumberNotFound: 'Nothing is known of the card.' } },
] as const;

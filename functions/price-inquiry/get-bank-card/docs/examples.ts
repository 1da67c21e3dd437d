import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import {
  bankCardSchema,
  binField,
  debitCardAnswer,
  knownCardAnswer,
  priceScene,
  UNKNOWN_BIN,
} from '../../../../shared/openapi/price-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const byBin = { BinNumber: '454360' };
const success = successesOf(byBin, { data: knownCardAnswer, setUp: priceScene });
const refused = refusalsOf<Reason>(byBin, priceScene);

/** The words and examples of what is known of a card (decisions: price inquiries). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get the bank of a card',
  description: 'Tells bank, brand, kind and installment programme of a card by its first digits.',
  fields: { BinNumber: { ...binField, required: true } },
  data: bankCardSchema,
  order: [
    ...pipelineSteps({
      block: 'PaymentDealerAuthentication',
      channel: 'The dealer has no permission for the channel; an inquiry needs none.',
      barred: 'The dealer may not ask about cards by their BIN.',
    }),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'BinNumber is not given, or is not 6 or 8 digits.' },
    },
    { step: 'Card', conditions: { BinNumberNotFound: 'Nothing is known of these digits.' } },
  ],
  examples: [
    success('sixDigits', 'A card by its first 6 digits', {}),
    success('eightDigits', 'A card by its first 8', { BinNumber: '45435901' }, { data: debitCardAnswer }),
    success('number', 'Written as a number', { BinNumber: 45436099 }, { spelling: 'tolerated' }),
    ...pipelineExamples(byBin, { operation: 'GetBankCardInformation' }),
    refused(
      'InvalidRequest',
      {
        name: 'sevenDigits',
        summary: 'The number of digits is wrong',
        message: 'BinNumber must be the first 6 or 8 digits of a card.',
      },
      { BinNumber: '4543600' },
    ),
    refused(
      'BinNumberNotFound',
      { summary: 'Nothing is known of the card', message: 'BinNumber is not known.' },
      { BinNumber: UNKNOWN_BIN },
    ),
    unexpectedExample(byBin),
  ],
};

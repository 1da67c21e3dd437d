import {
  customerScene,
  customerSteps,
  elifAnswer,
  elifWithCard,
  exampleCustomerName,
  mismatch,
  NEITHER_NAME,
  nameFields,
  nameStep,
  noName,
  noNames,
  notFound,
  recordWithCardsSchema,
  sharedExamples,
  twoNames,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleCustomerName, { data: elifWithCard, setUp: customerScene });
const refused = refusalsOf<Reason>(exampleCustomerName, customerScene);

const without = {
  DealerCustomer: {
    ...elifAnswer,
    DealerCustomerId: 1034,
    CustomerCode: 'C-1034',
    FirstName: '',
    LastName: '',
    Gender: 0,
    BirthDate: '',
    GsmNumber: '',
  },
  CardListCount: 0,
  CardList: [],
};

/** The words and examples of a customer's cards (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'List cards',
  description:
    'Lists the stored cards of a customer, a hundred at most, whether a payment stored them or the dealer did.',
  fields: nameFields,
  anyOfFields: ['DealerCustomerId', 'CustomerCode'],
  data: recordWithCardsSchema,
  order: [
    ...customerSteps('reading cards'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        CustomerCodeOrDealerCustomerIdMustBeGiven: NEITHER_NAME,
      },
    },
    nameStep,
  ],
  examples: [
    success('one', 'A customer with a card', {}),
    success('none', 'A customer without one', { CustomerCode: '', DealerCustomerId: 1034 }, { data: without }),
    ...sharedExamples('GetCardList', exampleCustomerName),
    refused(
      'InvalidRequest',
      {
        name: 'badId',
        summary: 'An id is none',
        message: 'DealerCustomerId must be a whole number from 1 to 2147483647.',
      },
      { DealerCustomerId: 'x' },
    ),
    refused('CustomerCodeOrDealerCustomerIdMustBeGiven', noName, noNames),
    refused('DealerCustomerNotFound', notFound, { CustomerCode: 'C-9999' }),
    refused('CustomerCodeDoesntMatchDealerCustomerId', mismatch, twoNames),
    unexpectedExample(exampleCustomerName),
  ],
};

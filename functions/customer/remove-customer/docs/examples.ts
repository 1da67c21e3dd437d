import {
  customerScene,
  customerSteps,
  exampleCustomerName,
  mismatch,
  NEITHER_NAME,
  nameFields,
  nameStep,
  noName,
  noNames,
  notFound,
  sharedExamples,
  twoNames,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const success = successesOf(exampleCustomerName, { data: {}, setUp: customerScene });
const refused = refusalsOf<Reason>(exampleCustomerName, customerScene);

/** The words and examples of the removal of a customer (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Remove a customer',
  description: 'Removes a customer and all its stored cards: their tokens charge nothing from then on.',
  fields: nameFields,
  anyOfFields: ['DealerCustomerId', 'CustomerCode'],
  data: { type: 'object', properties: {}, description: 'Empty.' },
  order: [
    ...customerSteps('removing a customer'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        CustomerCodeOrDealerCustomerIdMustBeGiven: NEITHER_NAME,
      },
    },
    { step: nameStep.step, conditions: { ...nameStep.conditions, InvalidRequest: 'A sale uses the customer.' } },
  ],
  examples: [
    success('byCode', 'A customer with a card', {}),
    success('byId', 'A customer by its id', { DealerCustomerId: 1034, CustomerCode: null }, { spelling: 'tolerated' }),
    ...sharedExamples('RemoveCustomer', exampleCustomerName),
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

import {
  customerScene,
  customerSteps,
  detailFields,
  elifAnswer,
  exampleCustomerName,
  mismatch,
  NEITHER_NAME,
  nameFields,
  nameStep,
  noName,
  noNames,
  notFound,
  recordSchema,
  sharedExamples,
  twoNames,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ...exampleCustomerName, Email: 'elif@example.com' };
const changed = { ...elifAnswer, Email: 'elif@example.com' };
const data = (DealerCustomer: object) => ({ DealerCustomer, CardListCount: 0, CardList: [] });

const success = successesOf(least, { data: data(changed), setUp: customerScene });
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of a change of a customer (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Update a customer',
  description: 'Changes the details that are given, and leaves the others. The code of a customer is never changed.',
  fields: { ...nameFields, ...detailFields },
  anyOfFields: ['DealerCustomerId', 'CustomerCode'],
  data: recordSchema,
  order: [
    ...customerSteps('changing a customer'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field breaks its rule; the message names it.',
        CustomerCodeOrDealerCustomerIdMustBeGiven: NEITHER_NAME,
      },
    },
    nameStep,
  ],
  examples: [
    success('one', 'One detail', {}),
    success(
      'byBoth',
      'Another one, and the password; "" is not given',
      { DealerCustomerId: '1033', Email: '', FirstName: 'Elif Nur', Password: 'h9-Kx2-wQ7' },
      { data: data({ ...elifAnswer, FirstName: 'Elif Nur', Password: 'h9-Kx2-wQ7' }), spelling: 'tolerated' },
    ),
    ...sharedExamples('UpdateCustomer', least),
    refused(
      'InvalidRequest',
      { name: 'badEmail', summary: 'Email is none', message: 'Email is not an e-mail address.' },
      { Email: 'elif' },
    ),
    refused('CustomerCodeOrDealerCustomerIdMustBeGiven', noName, noNames),
    refused('DealerCustomerNotFound', notFound, { CustomerCode: 'C-9999' }),
    refused('CustomerCodeDoesntMatchDealerCustomerId', mismatch, twoNames),
    unexpectedExample(least),
  ],
};

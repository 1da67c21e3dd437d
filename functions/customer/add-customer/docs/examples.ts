import {
  customerScene,
  customerSteps,
  detailFields,
  recordSchema,
  sharedExamples,
} from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { CustomerCode: 'C-2001' };
const full = {
  Password: 'h9-Kx2-wQ7',
  FirstName: 'Ayşe',
  LastName: 'Demir',
  Gender: '2',
  BirthDate: '19900101',
  GsmNumber: '+90 532 123 45 67',
  Email: 'ayse@example.com',
  Address: 'Bahçe Sokak 12',
};
const answer = {
  DealerCustomerId: 100_000,
  CustomerCode: 'C-2001',
  Password: 'h9-Kx2-wQ7',
  FirstName: 'Ayşe',
  LastName: 'Demir',
  Gender: 2,
  BirthDate: '19900101',
  GsmNumber: '5321234567',
  Email: 'ayse@example.com',
  Address: 'Bahçe Sokak 12',
};

const success = successesOf(least, {
  data: { DealerCustomer: answer, CardListCount: 0, CardList: [] },
  generated: ['DealerCustomer'],
});
const refused = refusalsOf<Reason>(least, customerScene);

/** The words and examples of a new customer (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'Add a customer',
  description: 'Registers a customer of the dealer under a code of the dealer.',
  fields: {
    CustomerCode: { required: true, description: "The dealer's own code of the customer, which is never changed." },
    ...detailFields,
  },
  data: recordSchema,
  order: [
    ...customerSteps('adding a customer'),
    {
      step: 'Shape and required fields',
      conditions: { InvalidRequest: 'CustomerCode is not given, or a field breaks its rule; the message names it.' },
    },
    { step: 'Customer', conditions: { CustomerCodeAlreadyUsing: 'The dealer has a customer of this code.' } },
  ],
  examples: [
    success('full', 'With everything', full, { spelling: 'tolerated' }),
    success('least', 'With a code alone', {}),
    ...sharedExamples('AddCustomer', least),
    refused(
      'InvalidRequest',
      {
        name: 'badBirthDate',
        summary: 'The day of birth is no day',
        message: 'BirthDate must be a real day in the past, written YYYYMMDD.',
      },
      { BirthDate: '19900230' },
    ),
    refused(
      'CustomerCodeAlreadyUsing',
      { summary: 'The code is taken', message: 'CustomerCode belongs to a customer of this dealer already.' },
      { CustomerCode: 'C-1033' },
    ),
    unexpectedExample(least),
  ],
};

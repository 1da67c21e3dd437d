import { customerSchema, customerSteps, sharedExamples } from '../../../../shared/openapi/customer-words.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

const least = {};
const success = successesOf(least, {
  data: { DealerCustomerListCount: 0, DealerCustomerList: [], BeforeDealerCustomerId: 0 },
});

const refused = refusalsOf<'InvalidRequest'>(least, {});

/** The words and examples of the list of customers (decisions: customers and cards). */
export const document: DocumentOf<typeof contract> = {
  title: 'List customers',
  description:
    'Lists customers of the dealer, the newest first, without passwords and cards, at most 500 in one answer. A new one may be listed a moment later.',
  fields: {
    BeforeDealerCustomerId: {
      description:
        'The list goes on behind this customer: the value of the same name in the answer before. A customer who was removed meanwhile is InvalidRequest.',
    },
  },
  data: {
    type: 'object',
    properties: {
      DealerCustomerListCount: { type: 'integer', description: 'Number of customers in DealerCustomerList.' },
      DealerCustomerList: { type: 'array', maxItems: 500, items: customerSchema, description: 'Newest first.' },
      BeforeDealerCustomerId: {
        type: 'integer',
        description: 'With which BeforeDealerCustomerId the list goes on; 0 where it has ended.',
      },
    },
    required: ['DealerCustomerListCount', 'DealerCustomerList', 'BeforeDealerCustomerId'],
  },
  order: [
    ...customerSteps('reading customers'),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest:
          'The request block is no object, or BeforeDealerCustomerId is the id of no customer in the list.',
      },
    },
  ],
  examples: [
    success('none', 'A dealer without customers', {}, { setUp: {} }),
    ...sharedExamples('GetCustomerList', least),
    refused(
      'InvalidRequest',
      {
        name: 'unknownPlace',
        summary: 'A customer who is not there',
        message: 'BeforeDealerCustomerId is the id of no customer in this list.',
      },
      { BeforeDealerCustomerId: 99 },
    ),
    unexpectedExample(least),
  ],
};

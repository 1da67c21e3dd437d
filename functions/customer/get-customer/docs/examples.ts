import { text, whole } from '../../../../shared/openapi/answer-members.ts';
import { pipelineExamples, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';
import { pipelineSteps } from '../../../../shared/openapi/pipeline-steps.ts';
import type { contract } from '../contract.ts';

const customerMembers = {
  DealerCustomerId: whole('Id of the customer in the service.'),
  CustomerCode: text("The dealer's code of the customer."),
  Password: text("The customer's own password, or empty. Kept encrypted; this operation alone answers it."),
  FirstName: text('First name, or empty.'),
  LastName: text('Last name, or empty.'),
  Gender: { type: 'integer', enum: [0, 1, 2], description: '1 male, 2 female, 0 not given.' },
  BirthDate: { ...text('YYYYMMDD, or empty.'), pattern: '^([0-9]{8})?$' },
  GsmNumber: text('Mobile phone of 10 digits, or empty.'),
  Email: text('E-mail address, or empty.'),
  Address: text('Postal address, or empty.'),
};

const setUp: ExampleSetUp = {
  customers: [
    {
      dealerCustomerId: 1033,
      customerCode: 'C-1033',
      password: 'h9-Kx2-wQ7',
      firstName: 'Elif',
      lastName: 'Yılmaz',
      gender: 2,
      birthDate: '19850710',
      gsmNumber: '5301111111',
      email: 'elif@example.com',
    },
    { dealerCustomerId: 1034, customerCode: 'C-1034' },
  ],
};

const data = {
  DealerCustomer: {
    DealerCustomerId: 1033,
    CustomerCode: 'C-1033',
    Password: 'h9-Kx2-wQ7',
    FirstName: 'Elif',
    LastName: 'Yılmaz',
    Gender: 2,
    BirthDate: '19850710',
    GsmNumber: '5301111111',
    Email: 'elif@example.com',
    Address: '',
  },
  CardListCount: 0,
  CardList: [],
};

const byCode = { CustomerCode: 'C-1033' };

/** The words and examples of get customer (dealer interface 2.11, 2.12 and 7.6). */
export const document: DocumentOf<typeof contract> = {
  title: 'Get customer',
  description:
    'Reads one customer of the dealer, by its id in the service, by the code of the dealer, or by both. Stored cards are not part of the answer: CardList is always empty.',
  fields: {
    DealerCustomerId: { description: 'Id of the customer in the service. Not needed where CustomerCode is given.' },
    CustomerCode: { description: "The dealer's code of the customer. Not needed where DealerCustomerId is given." },
  },
  anyOfFields: ['DealerCustomerId', 'CustomerCode'],
  data: {
    type: 'object',
    properties: {
      DealerCustomer: { type: 'object', properties: customerMembers, required: Object.keys(customerMembers) },
      CardListCount: { type: 'integer', const: 0, description: 'Number of cards in CardList: always 0.' },
      CardList: { type: 'array', maxItems: 0, items: {}, description: 'Always empty.' },
    },
    required: ['DealerCustomer', 'CardListCount', 'CardList'],
  },
  order: [
    ...pipelineSteps({
      block: 'DealerCustomerAuthentication',
      channel: 'The dealer has no permission for the channel; reading a customer needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: 'A field cannot be read; the message names it.',
        CustomerCodeOrDealerCustomerIdMustBeGiven: 'Neither CustomerCode nor DealerCustomerId is given.',
      },
    },
    {
      step: 'Customer',
      conditions: {
        DealerCustomerNotFound: 'No customer of this dealer has the identifiers that were given.',
        CustomerCodeDoesntMatchDealerCustomerId:
          'Both identifiers are given and do not name one and the same customer.',
      },
    },
  ],
  examples: [
    { name: 'byCode', summary: 'A customer by its code', setUp, request: byCode, data },
    {
      name: 'byBoth',
      summary: 'A customer by both identifiers; numbers may be written as text',
      setUp,
      request: { DealerCustomerId: '1033', CustomerCode: 'C-1033' },
      data,
      spelling: 'tolerated',
    },
    ...pipelineExamples(byCode, { operation: 'GetCustomer' }),
    {
      name: 'noIdentifier',
      summary: 'Neither identifier is given',
      request: { DealerCustomerId: 0, CustomerCode: '' },
      reason: 'CustomerCodeOrDealerCustomerIdMustBeGiven',
      message: 'CustomerCode or DealerCustomerId must be given.',
    },
    {
      name: 'notFound',
      summary: 'There is no such customer',
      request: { CustomerCode: 'C-9999' },
      reason: 'DealerCustomerNotFound',
      message: 'No customer of this dealer has the given DealerCustomerId or CustomerCode.',
    },
    {
      name: 'mismatch',
      summary: 'The identifiers name two customers',
      setUp,
      request: { DealerCustomerId: 1034, CustomerCode: 'C-1033' },
      reason: 'CustomerCodeDoesntMatchDealerCustomerId',
      message: 'CustomerCode and DealerCustomerId do not belong to the same customer.',
    },
    unexpectedExample(byCode),
  ],
};

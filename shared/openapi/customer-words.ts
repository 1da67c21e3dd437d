import type { KeptCard } from '../domain/card/stored-card.ts';
import type { OperationName } from '../domain/dealer/dealer.ts';
import { objectOf, text, whole } from './answer-members.ts';
import { pipelineExamples } from './example-makers.ts';
import type { ExampleFields, ExampleSetUp, FieldText } from './operation-document.ts';
import { EMAIL, PHONE, PHONE_RULE } from './payment-fields.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the operations of customers and stored cards.

export const customerSchema = objectOf({
  DealerCustomerId: whole('Id of the customer in the service.'),
  CustomerCode: text("The dealer's code of the customer."),
  Password: text(
    "The customer's own password, or empty. Kept encrypted; answered by GetCustomer, and by the call that sets it.",
  ),
  FirstName: text('First name, or empty.'),
  LastName: text('Last name, or empty.'),
  Gender: { type: 'integer', enum: [0, 1, 2], description: '1 male, 2 female, 0 not given.' },
  BirthDate: { ...text('YYYYMMDD, or empty.'), pattern: '^([0-9]{8})?$' },
  GsmNumber: text('Mobile phone of 10 digits, or empty.'),
  Email: text('E-mail address, or empty.'),
  Address: text('Postal address, or empty.'),
});

const cardSchema = objectOf({
  CardToken: { ...text('Token of the card, by which the dealer charges it.'), format: 'uuid' },
  CardName: text("The dealer's name for the card, or empty."),
  BankName: text('Name of the bank that issued the card, or empty where it is not known.'),
  CardNumberFirstSix: text('First six digits of the number.'),
  CardNumberLastFour: text('Last four digits of the number.'),
  CardHolderFullName: text('Name of the holder, or empty.'),
  ExpMonth: text('Month in which the card expires, MM.'),
  ExpYear: text('Year in which the card expires, YYYY.'),
});

/** The answer with no card in it. */
export const recordSchema = objectOf({
  DealerCustomer: customerSchema,
  CardListCount: { type: 'integer', const: 0, description: 'Number of cards in CardList: always 0.' },
  CardList: { type: 'array', maxItems: 0, items: {}, description: 'Always empty.' },
});

export const recordWithCardsSchema = objectOf({
  DealerCustomer: customerSchema,
  CardListCount: whole('Number of cards in CardList.'),
  CardList: {
    type: 'array',
    items: cardSchema,
    description: 'Stored cards, the newest first, never with their numbers.',
  },
});

/** How a customer is named. */
export const nameFields: Readonly<Record<'DealerCustomerId' | 'CustomerCode', FieldText>> = {
  DealerCustomerId: { description: 'Id of the customer in the service. Not needed where CustomerCode is given.' },
  CustomerCode: { description: "The dealer's code of the customer. Not needed where DealerCustomerId is given." },
};

/** What a dealer may set of a customer. */
export const detailFields = {
  Password: { description: "The customer's own password, kept encrypted." },
  FirstName: { description: 'First name.' },
  LastName: { description: 'Last name.' },
  Gender: { schema: { type: 'integer', enum: [0, 1, 2] }, description: '1 male, 2 female, 0 not given.' },
  BirthDate: { schema: { type: 'string', pattern: '^[0-9]{8}$' }, description: 'A real day in the past, YYYYMMDD.' },
  GsmNumber: { schema: PHONE, description: `Mobile phone: ${PHONE_RULE}` },
  Email: { schema: { ...EMAIL, maxLength: 100 }, description: 'E-mail address.' },
  Address: { description: 'Postal address.' },
} satisfies Readonly<Record<string, FieldText>>;

/** A card that a dealer stores. */
export const cardFields = {
  CardHolderFullName: { description: 'Name of the card holder.' },
  CardNumber: {
    required: true,
    schema: { type: 'string', pattern: '^[0-9]{13,19}$' },
    description: 'Number of the card. A CVC is not a field: one that is sent is not read.',
  },
  ExpMonth: {
    required: true,
    schema: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
    description: 'Month in which the card expires, MM.',
  },
  ExpYear: {
    required: true,
    schema: { type: 'string', pattern: '^(20)?[0-9]{2}$' },
    description: 'Year in which the card expires, YYYY.',
  },
  CardName: { description: 'A name for the card.' },
} satisfies Readonly<Record<string, FieldText>>;

export const tokenField: FieldText = {
  required: true,
  schema: { type: 'string', pattern: '^ *\\{?[0-9A-Fa-f-]{36}\\}? *$' },
  description: 'Token of a stored card of this dealer. Braces around it are accepted.',
};

/** The first steps of the order of refusals. */
export const customerSteps = (what: string) =>
  pipelineSteps({
    block: 'DealerCustomerAuthentication',
    channel: `The dealer has no permission for the channel; ${what} needs none.`,
  });

export const nameStep = {
  step: 'Customer',
  conditions: {
    DealerCustomerNotFound: 'No customer of this dealer has the identifiers that were given.',
    CustomerCodeDoesntMatchDealerCustomerId: 'Both identifiers are given and do not name one and the same customer.',
  },
} as const;

export const NEITHER_NAME = 'Neither CustomerCode nor DealerCustomerId is given.';
export const CARD_STORAGE = 'The dealer has no card-storage feature.';
export const INVALID_CARD =
  'The number fails its check digit or length, the month is over, or, in a sandbox, the card is no test card.';
export const TOO_MANY =
  'Too many cards were added within the hour, for the customer or by the dealer; or the customer has 20 cards.';
export const UNKNOWN_TOKEN = 'CardToken names no stored card of this dealer.';

const card: KeptCard = {
  number: '5528790000000008',
  expiryMonth: '12',
  expiryYear: '2049',
  holderName: 'Elif Yılmaz',
};

export const exampleToken = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';
export const exampleCustomerName = { CustomerCode: 'C-1033' };

const elif = { dealerCustomerId: 1033, customerCode: 'C-1033' };

/** Two customers, the first with a stored card, and the bank of that card. */
export const customerScene: ExampleSetUp = {
  customers: [
    { ...elif, firstName: 'Elif', lastName: 'Yılmaz', gender: 2, birthDate: '19850710', gsmNumber: '5301111111' },
    { dealerCustomerId: 1034, customerCode: 'C-1034' },
  ],
  storedCards: [{ token: exampleToken, customer: elif, card }],
  bins: [
    {
      bin: '552879',
      bankCode: '12',
      bankName: 'Halkbank',
      brand: 'Mastercard',
      creditType: 'credit',
      category: 'individual',
      group: 'PARAF',
      maxInstallments: 12,
    },
  ],
};

export const elifAnswer = {
  DealerCustomerId: 1033,
  CustomerCode: 'C-1033',
  Password: '',
  FirstName: 'Elif',
  LastName: 'Yılmaz',
  Gender: 2,
  BirthDate: '19850710',
  GsmNumber: '5301111111',
  Email: '',
  Address: '',
};

export const cardAnswer = {
  CardToken: exampleToken,
  CardName: '',
  BankName: 'Halkbank',
  CardNumberFirstSix: '552879',
  CardNumberLastFour: '0008',
  CardHolderFullName: 'Elif Yılmaz',
  ExpMonth: '12',
  ExpYear: '2049',
};

export const elifWithCard = { DealerCustomer: elifAnswer, CardListCount: 1, CardList: [cardAnswer] };

/** A card of the embedded bank, as a dealer sends it. */
export const sentCard = {
  CardHolderFullName: 'Elif Yılmaz',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2049',
  CardName: 'Her Visa',
};

/** The refusals that every operation of customers shares. */
export const sharedExamples = (operation: OperationName, request: ExampleFields) =>
  pipelineExamples(request, { operation });

export const noName = {
  summary: 'Neither identifier is given',
  message: 'CustomerCode or DealerCustomerId must be given.',
} as const;
export const notFound = {
  summary: 'There is no such customer',
  message: 'No customer of this dealer has the given DealerCustomerId or CustomerCode.',
} as const;
export const mismatch = {
  summary: 'The identifiers name two customers',
  message: 'CustomerCode and DealerCustomerId do not belong to the same customer.',
} as const;
export const unknownToken = {
  summary: 'The token is not known',
  message: 'CardToken is not the token of a stored card of this dealer.',
} as const;
export const otherToken = { CardToken: '7d1e0f3a-52c4-4b8e-9a61-0c2f5b7d9e10' };
export const twoNames = { DealerCustomerId: 1034, CustomerCode: 'C-1033' };
export const noNames = { DealerCustomerId: 0, CustomerCode: '' };

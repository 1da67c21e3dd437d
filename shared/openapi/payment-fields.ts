import type { FieldText } from './operation-document.ts';

// Words and bounds of fields that several operations read (dealer interface 2.2, 2.5, 2.6, 2.7 and 2.8).

type Members = Readonly<Record<string, FieldText>>;

export const FLAG = { type: 'integer', enum: [0, 1], default: 0 } as const;
export const PHONE = { type: 'string', pattern: '^[ .()-]*(\\+90|90|0)?[ .()-]*5([ .()-]*[0-9]){9}[ .()-]*$' } as const;
export const EMAIL = { type: 'string', format: 'email', maxLength: 254 } as const;
export const PHONE_RULE =
  '10 digits that start with 5; a leading 0, 90 or +90, blanks, dots, hyphens and parentheses are dropped.';
/** The address of a page that a payer is sent to. */
export const REDIRECT_ADDRESS = { type: 'string', format: 'uri', maxLength: 2048 } as const;

export const amount: FieldText = {
  required: true,
  schema: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
  description: 'Amount to be paid: above 0, a dot before at most two decimals.',
};

export const currency: FieldText = {
  schema: { type: 'string', enum: ['TL', 'USD', 'EUR', 'GBP'], default: 'TL' },
  description: 'Currency of Amount, and of every other amount of the request.',
};

/** 0 or 1 for the single payment, or a number of installments up to `most`. */
export const installmentNumber = (most: number): FieldText => ({
  schema: { type: 'integer', minimum: 0, maximum: most },
  description: `Absent, 0 or 1 is the single payment; 2 to ${most} are installments, with TL only.`,
});

export const isPreAuth: FieldText = {
  schema: FLAG,
  description: '0: captured at once. 1: a pre-authorisation that is captured later.',
};

export const isPoolPayment: FieldText = {
  schema: FLAG,
  description: '0: credited as usual. 1: held in the pool until the dealer approves.',
};

export const description: FieldText = { description: 'Free text about the payment.' };

/** Facts about the caller's side. Only IntegratorId decides anything. */
export const callerFields = {
  IntegratorId: {
    description:
      'Id of the integrator company, one that the service knows of this dealer. Dealers without an integrator leave it out; 0 counts as not given.',
  },
  Software: { description: 'Name of the software that calls the service. It is recorded and decides nothing.' },
  SubMerchantName: { description: 'Name for the statement, as agreed with the service.' },
} satisfies Members;

/** The lines of the basket (dealer interface 2.5). */
const basketProduct: Members = {
  ProductId: { description: 'Id of the product.' },
  DealerProductId: { description: 'Another name of ProductId: looked at where that is not given.' },
  ProductCode: { description: "The dealer's code of the product." },
  UnitPrice: { description: 'Price of one piece.' },
  Quantity: { description: 'Number of pieces.' },
};

/** The buyer of a direct or mobile payment. */
export const buyer: Members = {
  BuyerFullName: { description: 'Full name of the buyer.' },
  BuyerEmail: { schema: EMAIL, description: 'E-mail address of the buyer.' },
  BuyerGsmNumber: {
    schema: { type: 'string' },
    description:
      'Phone of the buyer, kept as it is given and never a reason to refuse the payment. Of a text that is no phone the first 30 characters are kept.',
  },
  BuyerAddress: { description: 'Postal address of the buyer.' },
};

const basketInside: FieldText = { description: 'What is bought.', members: basketProduct };

/** The buyer of a direct or mobile payment, with the basket. */
export const buyerWithBasket: FieldText = {
  description: 'About the buyer.',
  members: { ...buyer, BasketProduct: basketInside },
};

/** The buyer of a payment request, with the basket. */
export const buyerOfPaymentRequest: FieldText = {
  description: 'About the buyer.',
  members: {
    ...buyer,
    BuyerGsmNumber: {
      schema: { type: 'string', pattern: '^ *\\(?\\+?[0-9]([ .()-]*[0-9]){6,14}[ .()-]*$' },
      description:
        'Phone of the buyer, kept as it is given: 7 to 15 digits, a plus in front where there is one, with blanks, dots, hyphens and parentheses.',
    },
    BasketProduct: basketInside,
  },
};

/** The basket beside the buyer, where some clients write it (decisions: tolerant reading). */
export const basketBesideBuyer: FieldText = {
  description: 'What is bought, beside BuyerInformation: looked at where the list inside it is empty.',
  members: basketProduct,
};

/** A customer who is named or registered (dealer interface 2.6 and 2.8), without the contacts, whose names differ. */
export const customerFields = {
  DealerCustomerId: { description: 'Id of a customer who is registered already. 0 counts as not given.' },
  CustomerCode: {
    description: "The dealer's code of the customer. A code that is new registers the customer, and needs FirstName.",
  },
  FirstName: { description: 'First name of a customer who is new. Alone, without CustomerCode, it registers nobody.' },
  LastName: { description: 'Last name of a customer who is new.' },
  Gender: { schema: { type: 'integer', enum: [0, 1, 2] }, description: '1 male, 2 female, 0 not given.' },
  BirthDate: {
    schema: { type: 'string', pattern: '^[0-9]{8}$' },
    description: 'Birth date of the customer: a real day in the past, YYYYMMDD.',
  },
  Address: { description: 'Postal address of the customer.' },
} satisfies Members;

export const customerPhone: FieldText = { schema: PHONE, description: `Mobile phone of the customer: ${PHONE_RULE}` };
export const customerEmail: FieldText = { schema: EMAIL, description: 'E-mail address of the customer.' };

/** `CodeForHash` of an answer (dealer interface 2.7 and 2.8). */
export const codeForHash = {
  type: 'string',
  pattern: '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$',
  description:
    'A secret for the dealer alone. The result of the payment is reported as the SHA-256 of this code followed by T (success) or F (failure), in lower-case hexadecimal.',
};

import type * as z from 'zod/mini';
import type { CardToAddFields, CustomerFields, CustomerNames } from '../domain/customer/customer-fields.ts';
import type { OperationName } from '../domain/dealer/dealer.ts';
import { integer, recordId, text } from './fields.ts';
import { invalidRequestCodes } from './invalid-request-codes.ts';
import type { EveryField } from './read-members.ts';

/** Either identifier of a customer. */
export const customerNames = { DealerCustomerId: recordId(), CustomerCode: text({ max: 100 }) };

/** The token of a stored card. */
export const cardToken = { CardToken: text({ max: 60 }) };

/** The members of a customer that a dealer may set (dealer interface 2.12). */
export const customerMembers = {
  CustomerCode: text({ max: 100 }),
  Password: text({ max: 50 }),
  FirstName: text({ max: 50 }),
  LastName: text({ max: 50 }),
  Gender: integer(),
  BirthDate: text({ max: 20 }),
  GsmNumber: text({ max: 20 }),
  Email: text({ max: 100 }),
  Address: text({ max: 200 }),
};

/** The members of a card that a dealer stores. A CVC is no member: whatever is sent of it is not read. */
export const cardMembers = {
  CardHolderFullName: text({ max: 100 }),
  CardNumber: text({ max: 64 }),
  ExpMonth: text({ max: 10 }),
  ExpYear: text({ max: 10 }),
  CardName: text({ max: 50 }),
};

type CustomerMembers = z.output<z.ZodMiniObject<typeof customerMembers>>;
type CardMembers = z.output<z.ZodMiniObject<typeof cardMembers>>;

export const customerNamesOf = (members: z.output<z.ZodMiniObject<typeof customerNames>>): CustomerNames => ({
  dealerCustomerId: members.DealerCustomerId,
  customerCode: members.CustomerCode,
});

/** Maps the names of the wire to those of the domain. */
export const customerFieldsOf = (
  members: CustomerMembers & { readonly DealerCustomerId?: number | undefined },
): EveryField<CustomerFields> => ({
  dealerCustomerId: members.DealerCustomerId,
  customerCode: members.CustomerCode,
  password: members.Password,
  firstName: members.FirstName,
  lastName: members.LastName,
  gender: members.Gender,
  birthDate: members.BirthDate,
  gsmNumber: members.GsmNumber,
  email: members.Email,
  address: members.Address,
});

export const cardFieldsOf = (members: CardMembers): EveryField<CardToAddFields> => ({
  number: members.CardNumber,
  expiryMonth: members.ExpMonth,
  expiryYear: members.ExpYear,
  holderName: members.CardHolderFullName,
  cardName: members.CardName,
});

/** Codes of the pipeline for the operations of customers. */
export const customerPipelineCodes = (operation: OperationName) => invalidRequestCodes('DealerCustomer', operation);

/** Codes for the customer that a request names, by one or both identifiers (dealer interface 7.6). */
export const customerNameCodes = (operation: OperationName) =>
  ({
    CustomerCodeOrDealerCustomerIdMustBeGiven: `DealerCustomer.${operation}.CustomerCodeOrDealerCustomerIdMustBeGiven`,
    DealerCustomerNotFound: `DealerCustomer.${operation}.DealerCustomerNotFound`,
    CustomerCodeDoesntMatchDealerCustomerId: `DealerCustomer.${operation}.CustomerCodeDoesntMatchDealerCustomerId`,
  }) as const;

/** Codes for the stored card that a request names. */
export const cardTokenCodes = (operation: OperationName) =>
  ({
    CardTokenIsRequired: `DealerCustomer.${operation}.CardTokenIsRequired`,
    CardTokenNotFound: `DealerCustomer.${operation}.CardNotFound`,
  }) as const;

/** What every operation of customers has in its contract. */
export const customerOperation = (operation: OperationName) =>
  ({
    operation,
    routes: [{ method: 'POST', path: `/DealerCustomer/${operation}` }],
    authenticationBlocks: ['DealerCustomerAuthentication'],
    requestBlock: 'DealerCustomerRequest',
  }) as const;

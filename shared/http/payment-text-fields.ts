import { badEmail } from '../domain/customer/contact.ts';
import { refuseCardNumber } from '../domain/customer/customer-rules.ts';
import type { Buyer } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { Refusal } from '../domain/refusal.ts';
import type { PaymentTexts } from '../ports/payment-texts.ts';
import { type BuyerBlock, buyerOfPayment, buyerOfPaymentFieldsOf } from './buyer-fields.ts';
import { text } from './fields.ts';
import type { EveryField } from './read-members.ts';

/** What a request changes of the texts of a payment. Absent means not given. */
export interface PaymentTextFields {
  readonly software?: string | undefined;
  readonly description?: string | undefined;
  readonly buyer: { readonly [Field in keyof Buyer]: Buyer[Field] | undefined };
}

/** The members of a request that changes texts of a payment. */
export const paymentTextMembers = () => ({
  Software: text({ max: 30 }),
  Description: text({ max: 200 }),
  BuyerInformation: buyerOfPayment(),
});

/** Maps the names of the wire to those of the domain. */
export const paymentTextFieldsOf = ({
  Software,
  Description,
  BuyerInformation,
}: {
  readonly Software: string | undefined;
  readonly Description: string | undefined;
  readonly BuyerInformation: BuyerBlock;
}): EveryField<PaymentTextFields> => ({
  software: Software,
  description: Description,
  buyer: buyerOfPaymentFieldsOf(BuyerInformation),
});

/** The texts that a request gives. Refuses those that no payment may keep (rule 32). */
export const textsOfPayment = ({ software, description, buyer }: PaymentTextFields): PaymentTexts => {
  refuseCardNumber('Software', software);
  refuseCardNumber('Description', description);
  refuseCardNumber('BuyerInformation.BuyerFullName', buyer.fullName);
  refuseCardNumber('BuyerInformation.BuyerAddress', buyer.address);
  if (badEmail(buyer.email)) {
    throw new Refusal('InvalidRequest', 'BuyerInformation.BuyerEmail is not an e-mail address.');
  }
  return { ...omitUndefined({ software, description }), buyer: omitUndefined(buyer) };
};

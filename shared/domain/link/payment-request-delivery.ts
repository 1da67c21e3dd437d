import type { Rule } from '../ordered-rules.ts';
import type { Definition, DeliveryMode } from './definition.ts';
import type { PaymentRequestFields } from './payment-request-fields.ts';

/** Input of the rules about delivery. */
interface DeliveryContext {
  readonly fields: PaymentRequestFields;
  readonly definition: Definition;
}

type DeliveryReason = 'InvalidRequest' | 'EmailOrGsmNumberRequired' | 'GsmRequired' | 'EmailRequired';

/** True if the request gives the phone or the e-mail address for the link. */
const hasContact = (fields: PaymentRequestFields): boolean =>
  fields.gsmNumber !== undefined || fields.email !== undefined;

/** True if the definition has this mode, and the request gives neither a contact nor a RedirectUrl. */
const lacksEveryWayToPayer = ({ fields, definition }: DeliveryContext, mode: DeliveryMode): boolean =>
  definition.deliveryMode === mode && !hasContact(fields) && fields.redirectUrl === undefined;

const wantsSms = (definition: Definition): boolean =>
  definition.deliveryMode === 'sms' || definition.deliveryMode === 'smsAndEmail';

const wantsEmail = (definition: Definition): boolean =>
  definition.deliveryMode === 'email' || definition.deliveryMode === 'smsAndEmail';

const ONLY_RETURNED = 'RedirectUrl is required: the payment-request definition only returns the link.';

/** The fields that each delivery mode of a definition requires. Each sentence names the field to add. */
export const deliveryRules: readonly Rule<DeliveryReason, DeliveryContext>[] = [
  {
    reason: 'EmailOrGsmNumberRequired',
    sentence: 'GsmNumber or Email is required by the payment-request definition.',
    broken: ({ fields, definition }) => definition.deliveryMode === 'smsOrEmail' && !hasContact(fields),
  },
  {
    reason: 'EmailOrGsmNumberRequired',
    sentence: 'GsmNumber, Email or RedirectUrl is needed so that the link can reach its payer.',
    broken: (context) => lacksEveryWayToPayer(context, 'any'),
  },
  {
    reason: 'EmailOrGsmNumberRequired',
    sentence: ONLY_RETURNED,
    broken: (context) => lacksEveryWayToPayer(context, 'none'),
  },
  {
    reason: 'GsmRequired',
    sentence: 'GsmNumber is required by the payment-request definition.',
    broken: ({ fields, definition }) => wantsSms(definition) && fields.gsmNumber === undefined,
  },
  {
    reason: 'EmailRequired',
    sentence: 'Email is required by the payment-request definition.',
    broken: ({ fields, definition }) => wantsEmail(definition) && fields.email === undefined,
  },
  {
    reason: 'InvalidRequest',
    sentence: ONLY_RETURNED,
    broken: ({ fields, definition }) => definition.deliveryMode === 'none' && fields.redirectUrl === undefined,
  },
];

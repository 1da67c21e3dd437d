import type { Rule } from '../ordered-rules.ts';
import type { Definition, DeliveryMode } from './definition.ts';
import type { PaymentRequestFields } from './payment-request-fields.ts';

/** What the rules about delivery look at. */
interface DeliveryContext {
  readonly fields: PaymentRequestFields;
  readonly definition: Definition;
}

type DeliveryReason = 'InvalidRequest' | 'EmailOrGsmNumberRequired' | 'GsmRequired' | 'EmailRequired';

/** True when the request gives the phone or the e-mail that the link goes to. */
const hasContact = (fields: PaymentRequestFields): boolean =>
  fields.gsmNumber !== undefined || fields.email !== undefined;

/** True when the definition delivers so, and the request gives neither a contact nor a RedirectUrl. */
const lacksEveryWayToPayer = ({ fields, definition }: DeliveryContext, mode: DeliveryMode): boolean =>
  definition.deliveryMode === mode && !hasContact(fields) && fields.redirectUrl === undefined;

const wantsSms = (definition: Definition): boolean =>
  definition.deliveryMode === 'sms' || definition.deliveryMode === 'smsAndEmail';

const wantsEmail = (definition: Definition): boolean =>
  definition.deliveryMode === 'email' || definition.deliveryMode === 'smsAndEmail';

const ONLY_RETURNED = 'RedirectUrl is required: the payment-request definition only returns the link.';

/** What the definition's delivery mode demands; one sentence per mode, naming what helps there. */
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

import { amount, choice, flag, moment, objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import {
  currencyCode,
  installmentNumber,
  madeOfSchemas,
  paymentDetailSchema,
  paymentStatus,
  shownResult,
  trxStatus,
} from '../../../../shared/openapi/payment-detail.ts';

const message = objectOf({
  Channel: { type: 'string', enum: ['Sms', 'Email'], description: 'The way that it took.' },
  Kind: {
    type: 'string',
    enum: ['Link', 'Reminder'],
    description: 'Whether it brought the link, or reminded the payer of it before its expiry.',
  },
  Round: whole('1 for the first message of its kind on its channel; each resend is one more.'),
  Recipient: text('Phone or e-mail address that it went to, as the request gave it.'),
  State: {
    type: 'string',
    enum: ['Queued', 'Sent', 'Delivered', 'Failed', 'Unknown'],
    description: 'Unknown: its provider did not answer, or told nothing for 72 hours.',
  },
  QueueDate: moment('When it was about to be sent'),
  SendDate: text('When its provider took it, like CreateDate, or empty.'),
  EndDate: text('When its state became final, like CreateDate, or empty.'),
  Reason: text('Why it failed, in a code of the service or of its provider, or empty.'),
});

const delivery = objectOf({
  FullName: text('Name of the payer, as the request gave it, or empty.'),
  GsmNumber: text('Phone for the link, 10 digits, or empty.'),
  Email: text('E-mail address for the link, or empty.'),
  OpenDate: text(
    "When the payer's browser first asked for a price or a payment, like CreateDate, or empty. It is noted of payment requests with a contact.",
  ),
  MessageListCount: whole('Number of entries in MessageList.'),
  MessageList: {
    type: 'array',
    items: message,
    description: 'Every SMS and e-mail that brought it to its payer, oldest first. Receipts are not listed.',
  },
});

const attempt = objectOf({
  VirtualPosOrderId: text('The id of the attempt at the bank.'),
  AttemptDate: moment('When it began'),
  Amount: amount('What the card is charged, commission of the payer included.'),
  InstallmentNumber: installmentNumber,
  CardNumberFirstSix: text('First six digits of the card.'),
  CardNumberLastFour: text('Last four digits of the card.'),
  IsThreeD: flag('Whether it began with 3D Secure.'),
  MdStatus: choice(
    [0, 1, 2, 3, 4],
    "What the bank's callback proved; 0 without 3D, or where the payer never came back.",
  ),
  PaymentStatus: paymentStatus,
  TrxStatus: trxStatus,
  ...shownResult,
  AuthCode: text('Authorisation code of the bank, or empty.'),
});

export const data: JsonSchema = objectOf({
  UserPosPaymentId: whole('Id of the payment request.'),
  OtherTrxCode: text("The dealer's own code, or empty."),
  ...madeOfSchemas,
  AnswerList: {
    type: 'array',
    items: objectOf({ Label: text("The dealer's name of the Note."), Text: text('What the payer typed.') }),
    description: 'Answers of the payer to each Note that the reusable link asks for.',
  },
  DealerCustomerTypeId: whole('The definition that it follows.'),
  DealerCustomerId: whole('The customer of the payment request, or 0.'),
  CustomerCode: text("The dealer's code of that customer, or empty."),
  Url: text('The address of the payment request.'),
  State: {
    type: 'string',
    enum: ['Open', 'Paid', 'Failed', 'Expired', 'Cancelled'],
    description:
      'Failed: the payer gave up, or used up the attempts. A payment request stays Paid when its payment is voided or refunded.',
  },
  CanBeCanceled: flag('Whether CancelUserPosPayment would cancel it now: it is open, and no attempt is being charged.'),
  Language: { type: 'string', enum: ['TR', 'EN', ''], description: 'The language that the request named, or empty.' },
  CreateDate: moment('When it was made'),
  ExpireDate: moment('Until when it can be paid'),
  Amount: amount('The amount of the request, without commission of the payer.'),
  CurrencyCode: currencyCode,
  CommissionScenario: whole('The scenario of a payment request with sub-dealers, or 0.'),
  SubDealerList: {
    type: 'array',
    items: objectOf({ DealerId: whole('Number of the sub-dealer.'), Amount: amount('What the request says of it.') }),
    description: 'The sub-dealers as the request named them. PaymentDetail tells their shares in what was charged.',
  },
  ...shownResult,
  Delivery: delivery,
  AttemptListCount: whole('Number of entries in AttemptList.'),
  AttemptList: { type: 'array', items: attempt, description: 'Every attempt to pay it, oldest first.' },
  PaymentDetail: {
    oneOf: [paymentDetailSchema, { type: 'null' }],
    description:
      'The attempt that decides, as GetDealerPaymentTrxDetailList tells it; null while nobody has tried to pay.',
  },
});

import type { Resend } from '../../../../shared/domain/message/resend.ts';
import { resendOfLink } from '../../../../shared/links/resend-of-link.ts';
import { changeCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { required } from '../fields.ts';
import { anyId } from '../kinds.ts';
import { dealerCodeField } from './fields-in-common.ts';

const SENTENCES: Readonly<Record<Extract<Resend, { kind: 'refused' }>['reason'], string>> = {
  'not-open': 'The payment request is not open any more.',
  'not-sent-by-us': 'Its definition, its contacts or the stage leave no channel to send it on.',
  'not-sent-yet': 'It was not sent a first time, so it cannot be sent again.',
  'too-many': 'It was sent again as often as the dealer may in a day (resendsADay of put-messaging).',
};

export const resendLink = changeCommand(
  {
    name: 'resend-link',
    group: 'Payment requests',
    summary: 'Send the link of an open payment request to its payer once more, on every channel it was sent on.',
    notes: ['It leaves within a minute. The caps of recipient, dealer and stage count it like any other message.'],
    fields: {
      dealerCode: dealerCodeField,
      userPosPaymentId: required(anyId, 'UserPosPaymentId of the payment request.'),
    },
    example: { dealerCode: '1001', userPosPaymentId: 100000 },
  },
  async ({ dealerCode, userPosPaymentId: id }, { deps, nowMs }) => {
    const link = await deps.links.findById(dealerCode, id);
    if (link?.dealerCustomerTypeId === undefined) throw notFound(`such payment request of dealer ${dealerCode}`);
    const resend = await resendOfLink(deps, link, nowMs);
    if (resend.kind === 'refused') throw notPossible(SENTENCES[resend.reason], 'userPosPaymentId');
    const rounds = resend.deliveries.map(({ channel }) => channel);
    return {
      dealerCode,
      change: { kind: 'resend', record: resend.deliveries },
      changed: ['messages'],
      result: { dealerCode, userPosPaymentId: id, messages: rounds },
    };
  },
);

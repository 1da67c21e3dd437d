import { mailedLinkAddress } from '../../../shared/desk/account/mailed-link.ts';
import { isGoodLink, MAILED_LINK_LIFE_MS } from '../../../shared/domain/desk/mailed-link.ts';
import { mayReach, type StageMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import type { DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import { deskEmail } from '../../../shared/pages/email/desk-email.ts';
import type { ChannelSender } from '../../../shared/ports/channel-sender.ts';
import type { DeskMail, DeskMails } from '../../../shared/ports/desk-users.ts';
import type { EmailProvider, MessageAnswer } from '../../../shared/ports/message-provider.ts';
import { deskMailContext, type Opener } from '../../../shared/ports/vault.ts';
import { again, CALL_MS, never } from './hand-over.ts';

export interface DeskMailSenderDependencies {
  readonly mails: DeskMails;
  readonly opener: Opener;
  /** Absent where the stage sends no e-mail. */
  readonly email?: EmailProvider | undefined;
  readonly stage: StageMessaging;
  readonly serviceName: string;
  /** Own address of the desk; absent where the stage has none. */
  readonly deskUrl?: string | undefined;
}

const outcomeOf = (answer: MessageAnswer): DeliveryOutcome => {
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'done', detail: 'handed over' };
    case 'refused':
      return never(answer.reason);
    case 'again':
      return again(answer.detail);
    case 'unknown':
      return { kind: 'again', detail: answer.detail, maybeSent: true };
  }
};

/** Why a mail must not leave; undefined where it may. */
const problemOf = (mail: DeskMail, { stage }: DeskMailSenderDependencies, nowMs: number): string | undefined => {
  // The link has the moment of its mail.
  if (!isGoodLink(mail, nowMs)) return 'too-late';
  return mayReach(stage, mail.to) ? undefined : 'not-a-listed-recipient';
};

/**
 * Sends the mails of the desk, each with its one link, in the language of its reader (rule 53). The secret is opened for the
 * mail alone. The row goes once the mail is sent, or must not be sent any more; a try that may be repeated keeps it.
 */
export const deskMailSender = (deps: DeskMailSenderDependencies): ChannelSender => ({
  send: async ({ facts: { deskMail } }, _delivery, { nowMs, untilMs }) => {
    const { mails, opener, email, deskUrl, serviceName } = deps;
    if (deskMail === undefined) return never('not a mail of the desk');
    if (email === undefined || deskUrl === undefined) return never('this stage does not send by this channel');
    if (untilMs - nowMs < CALL_MS) return again('too little time is left');
    const mail = await mails.find(deskMail.mailId);
    if (mail === undefined) return never('the mail was sent before');
    const problem = problemOf(mail, deps, nowMs);
    if (problem !== undefined) {
      await mails.remove(mail.mailId);
      return never(problem);
    }
    const secret = await opener.open(mail.sealedSecret, deskMailContext(mail));
    const contents = deskEmail({
      ...mail,
      serviceName,
      dealerName: mail.dealerName ?? serviceName,
      href: mailedLinkAddress(deskUrl, mail.kind, secret),
      goodUntilMs: mail.createdAtMs + MAILED_LINK_LIFE_MS[mail.kind],
    });
    const outcome = outcomeOf(await email.sendEmail({ ...contents, to: mail.to, reference: mail.mailId }));
    if (outcome.kind !== 'again') await mails.remove(mail.mailId);
    return outcome;
  },
});

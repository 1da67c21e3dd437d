import { randomUUID } from 'node:crypto';
import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { MailedLink, MailedLinkKind } from '../../domain/desk/mailed-link.ts';
import type { DeskRole } from '../../domain/desk/roles.ts';
import type { DeskUser } from '../../domain/desk/user.ts';
import type { Language } from '../../domain/language.ts';
import type { OutboxEvent } from '../../domain/outbox/event.ts';
import type { DeskChange, DeskInvitation, NewMailedLink } from '../../ports/desk-users.ts';
import { deskMailContext, type Sealer } from '../../ports/vault.ts';
import { deskUserIdOf, digestOf, newSecret } from '../call/secrets.ts';

/** The dealer whose desk a mail is about. */
export type MailingDealer = Pick<Dealer, 'dealerCode' | 'name' | 'listingShards'>;

interface MailMoment {
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly nowMs: number;
}

/** A mailed link that is ready to be written. The secret is in no row, event or log: only its holder may show it, once. */
export interface MadeLink<Written> {
  readonly secret: string;
  readonly written: Written;
}

/** Whom a mail greets, and in which language. */
interface Greeted {
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

/** Path of a mailed link, as secret as its address. */
export const mailedLinkPath = (kind: MailedLinkKind, secret: string): string => `/desk/${kind}/${secret}`;

/** Address of a mailed link. It is a secret: whoever has it may follow the link. */
export const mailedLinkAddress = (deskUrl: string, kind: MailedLinkKind, secret: string): string =>
  new URL(mailedLinkPath(kind, secret), deskUrl).href;

const mailAsked = (mailId: string, dealer: MailingDealer, nowMs: number): OutboxEvent => ({
  eventId: `${mailId}-desk-mail-asked`,
  type: 'desk.mail-asked',
  dealerCode: dealer.dealerCode,
  occurredAtMs: nowMs,
  listingShards: dealer.listingShards,
  facts: { deskMail: { mailId } },
});

/** A link with its mail. Sealed for this mail alone, the secret waits there until the mail is sent. */
const withMail = async (
  link: Omit<MailedLink, 'linkId' | 'createdAtMs'>,
  { dealer, name }: { readonly dealer: MailingDealer; readonly name: string },
  { sealer, nowMs }: MailMoment,
): Promise<MadeLink<NewMailedLink>> => {
  const secret = newSecret();
  const mailId = randomUUID();
  const { kind, email, language } = link;
  const mail = {
    mailId,
    kind,
    to: email,
    name,
    language,
    sealedSecret: await sealer.seal(secret, deskMailContext({ mailId })),
    createdAtMs: nowMs,
    dealerName: dealer.name,
  };
  return {
    secret,
    written: {
      link: { ...link, linkId: digestOf(secret), createdAtMs: nowMs },
      mail,
      event: mailAsked(mailId, dealer, nowMs),
    },
  };
};

/**
 * An invitation to the desk of a dealer, good for 48 hours and once (rule 53). Written as `invites`, it takes the place of an
 * earlier one to the same address. Throws VaultUnavailable.
 */
export const newInvitation = async (
  { email, name, language, role, dealer }: Greeted & { readonly role: DeskRole; readonly dealer: MailingDealer },
  moment: MailMoment,
): Promise<MadeLink<NonNullable<DeskChange['invites']>>> => {
  const userId = deskUserIdOf(email);
  const { dealerCode } = dealer;
  const { secret, written } = await withMail(
    { kind: 'invitation', userId, email, language, invitation: { dealerCode, role, name } },
    { dealer, name },
    moment,
  );
  const { linkId, createdAtMs } = written.link;
  const invitation: DeskInvitation = { dealerCode, userId, linkId, email, name, role, createdAtMs };
  return { secret, written: { ...written, invitation } };
};

/**
 * A reset of a password, good for 30 minutes, once, and until the password changes (rule 53). Written as `mails`. `dealer` is one
 * that the user belongs to. Throws VaultUnavailable.
 */
export const newReset = (
  { userId, email, name, language, epoch }: Pick<DeskUser, 'userId' | 'email' | 'name' | 'language' | 'epoch'>,
  dealer: MailingDealer,
  moment: MailMoment,
): Promise<MadeLink<NewMailedLink>> =>
  withMail({ kind: 'reset', userId, email, language, epoch }, { dealer, name }, moment);

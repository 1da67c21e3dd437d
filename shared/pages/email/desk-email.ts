import type { MailedLinkKind } from '../../domain/desk/mailed-link.ts';
import type { Language } from '../../domain/language.ts';
import { shownValue } from '../../domain/message/shown-value.ts';
import { showMoment } from '../payment-summary.ts';
import { type EmailContents, emailDocument } from './email-document.ts';
import { emailTexts } from './email-texts.ts';

interface DeskEmail {
  readonly kind: MailedLinkKind;
  readonly language: Language;
  readonly serviceName: string;
  /** Name of the dealer whose desk it is about. */
  readonly dealerName: string;
  /** Whom the mail greets. */
  readonly name: string;
  /** Address of the link: a secret. */
  readonly href: string;
  /** From then on the link is good no more. */
  readonly goodUntilMs: number;
}

interface DeskEmailWords {
  readonly subject: string;
  readonly heading: string;
  readonly sentence: (dealer: string) => string;
  readonly button: string;
  readonly unexpected: string;
}

interface DeskEmailTexts extends Readonly<Record<MailedLinkKind, DeskEmailWords>> {
  readonly greeted: string;
  readonly goodUntil: string;
}

const deskEmailTexts: Readonly<Record<Language, DeskEmailTexts>> = {
  tr: {
    greeted: 'Kime',
    goodUntil: 'Son geçerlilik',
    invitation: {
      subject: 'Panele davetiniz',
      heading: 'Panele davet edildiniz',
      sentence: (dealer) => `${dealer} sizi ödemelerin görüldüğü panele davet ediyor. Bağlantı bir kez kullanılır.`,
      button: 'Daveti aç',
      unexpected: 'Böyle bir davet beklemiyorsanız bir şey yapmayın; bağlantı kendiliğinden geçersiz olur.',
    },
    reset: {
      subject: 'Panel şifreniz',
      heading: 'Yeni bir şifre belirleyin',
      sentence: (dealer) =>
        `${dealer} panelindeki şifreniz için yeni bir şifre istendi. Bağlantı bir kez kullanılır ve açık oturumları kapatır.`,
      button: 'Yeni şifre belirle',
      unexpected: 'Bunu siz istemediyseniz bir şey yapmayın; şifreniz aynı kalır.',
    },
  },
  en: {
    greeted: 'For',
    goodUntil: 'Good until',
    invitation: {
      subject: 'Your invitation to the desk',
      heading: 'You are invited to the desk',
      sentence: (dealer) => `${dealer} invites you to the desk where its payments are seen. The link works once.`,
      button: 'Open the invitation',
      unexpected: 'If you expect no such invitation, do nothing: the link ends by itself.',
    },
    reset: {
      subject: 'Your password for the desk',
      heading: 'Choose a new password',
      sentence: (dealer) =>
        `Somebody asked for a new password for your account at the desk of ${dealer}. The link works once, and ends open sessions.`,
      button: 'Choose a new password',
      unexpected: 'If it was not you, do nothing: your password stays as it is.',
    },
  },
};

/** A mail to a user of the desk with its one link. Nothing that a person typed stands in its subject (rule 43). */
export const deskEmail = (email: DeskEmail): EmailContents => {
  const { kind, language, serviceName, href, goodUntilMs } = email;
  const { greeted, goodUntil, [kind]: words } = deskEmailTexts[language];
  const dealerName = shownValue(email.dealerName) || shownValue(serviceName);
  return emailDocument({
    language,
    serviceName,
    dealerName,
    subject: words.subject,
    heading: words.heading,
    sentence: words.sentence(dealerName),
    facts: [
      { name: greeted, value: shownValue(email.name) },
      { name: goodUntil, value: `${showMoment(goodUntilMs, language)} (${emailTexts[language].zone})` },
    ],
    action: { text: words.button, href, unexpected: words.unexpected },
  });
};

import type {
  EmailMessage,
  EmailProvider,
  MessageAnswer,
  SmsMessage,
  SmsProvider,
} from '../../../shared/ports/message-provider.ts';

/** A provider that takes every message, and answers as the test says. */
export class FakeProviders implements SmsProvider, EmailProvider {
  readonly name = 'fake';
  readonly sms: SmsMessage[] = [];
  readonly emails: EmailMessage[] = [];
  /** Answers of the next calls, the first one first; then every message is accepted. */
  answers: MessageAnswer[] = [];
  #taken = 0;

  #answer(): MessageAnswer {
    this.#taken += 1;
    return this.answers.shift() ?? { kind: 'accepted', messageId: `message-${this.#taken}` };
  }

  async sendSms(message: SmsMessage): Promise<MessageAnswer> {
    this.sms.push(message);
    return this.#answer();
  }

  async sendEmail(message: EmailMessage): Promise<MessageAnswer> {
    this.emails.push(message);
    return this.#answer();
  }
}

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
  /** Every SMS that came, and those of them that it took. */
  readonly sms: SmsMessage[] = [];
  readonly takenSms: SmsMessage[] = [];
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
    const answer = this.#answer();
    if (answer.kind === 'accepted') this.takenSms.push(message);
    return answer;
  }

  async sendEmail(message: EmailMessage): Promise<MessageAnswer> {
    this.emails.push(message);
    return this.#answer();
  }
}

import type { LinkState } from '../../../domain/link/payment-request.ts';
import type { MessageChannel, MessageKind, MessageState } from '../../../domain/message/message.ts';
import type { Resend } from '../../../domain/message/resend.ts';
import type { LinkFormField, LinkFormProblem } from './link-form-fields.ts';

/** Why a link cannot be cancelled. */
export type CancelProblem = 'running' | 'not-open' | 'changing';

/** Words of the pages of links. */
export interface DeskLinkTexts {
  readonly make: string;
  readonly makeHint: { readonly sent: (ways: string) => string; readonly copied: string };
  readonly noDefinition: string;
  readonly fields: Readonly<Record<LinkFormField, string>>;
  readonly hints: {
    readonly amount: string;
    readonly phone: { readonly sent: string; readonly kept: string };
    readonly email: { readonly sent: string; readonly kept: string };
    readonly expires: (life: string) => string;
  };
  readonly more: string;
  readonly optional: string;
  readonly life: (minutes: number) => string;
  readonly installments: {
    readonly usual: string;
    readonly payer: string;
    readonly one: string;
    readonly many: (count: number) => string;
  };
  readonly channels: Readonly<Record<MessageChannel, string>>;
  readonly and: string;
  readonly nothingMade: string;
  readonly problems: Readonly<Record<LinkFormProblem, string>>;
  readonly list: {
    readonly heading: string;
    readonly caption: string;
    readonly empty: string;
    /** Behind `empty`, above a form. */
    readonly makeFirst: string;
    /** Behind `empty`, for a role that makes no links. */
    readonly madeByOthers: string;
    readonly emptyFiltered: string;
    readonly search: string;
    readonly created: string;
    readonly about: string;
    readonly amount: string;
    readonly state: string;
    readonly delivery: string;
    readonly expires: string;
    readonly filter: string;
    readonly anyState: string;
    readonly day: string;
    readonly show: string;
    readonly reusable: string;
    readonly unnamed: string;
    readonly earlier: string;
  };
  readonly states: Readonly<Record<LinkState, string>>;
  readonly deliveries: Readonly<Record<MessageState, string>>;
  readonly notSent: string;
  readonly detail: {
    readonly title: (id: number) => string;
    readonly back: string;
    readonly facts: string;
    readonly amount: string;
    readonly state: string;
    readonly about: string;
    readonly name: string;
    readonly phone: string;
    readonly email: string;
    readonly customer: string;
    readonly created: string;
    readonly expires: string;
    readonly opened: string;
    readonly attempts: string;
    readonly installments: string;
    readonly code: string;
    readonly madeOf: string;
    readonly payment: string;
    readonly toPayment: string;
    readonly messages: string;
    readonly noMessages: string;
    readonly channel: string;
    readonly to: string;
    readonly kind: string;
    readonly when: string;
    readonly kinds: Readonly<Record<MessageKind, string>>;
    readonly receiptOfPayer: string;
  };
  readonly resend: {
    readonly button: string;
    readonly underWay: string;
    readonly refused: Readonly<Record<Extract<Resend, { kind: 'refused' }>['reason'], string>>;
  };
  readonly cancel: {
    readonly open: string;
    readonly title: string;
    readonly sentence: (amount: string, about: string) => string;
    readonly after: string;
    readonly button: string;
    readonly keep: string;
    readonly problems: Readonly<Record<CancelProblem, string>>;
  };
  readonly share: {
    readonly heading: string;
    readonly address: string;
    readonly qr: string;
    readonly download: string;
    readonly print: string;
    readonly by: string;
    readonly message: (dealer: string, amount: string | undefined, address: string) => string;
    readonly whatsApp: string;
    readonly telegram: string;
    readonly sms: string;
    readonly email: string;
    readonly subject: (dealer: string) => string;
  };
  /** What was done, as the page that follows tells it. */
  readonly done: Readonly<Record<'made' | 'resent' | 'cancelled', string>>;
}

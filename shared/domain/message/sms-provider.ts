import { omitUndefined } from '../omit-undefined.ts';
import { type BodyFormat, filledBody, filledHeaders, placeholdersIn } from './sms-provider-template.ts';

/** How a provider knows that a call is the dealer's. */
export const providerAuthorizations = ['bearer', 'basic', 'none'] as const;
type ProviderAuthorization = (typeof providerAuthorizations)[number];

export const bodyFormats = ['json', 'form'] as const satisfies readonly BodyFormat[];

/** How answers with a status of success are read. Members are named by their path, such as `result.code`. */
export interface ProviderAnswerSettings {
  /** Member that holds the provider's name of the message. */
  readonly idMember?: string;
  /** Member that holds a code, for providers that answer failures with status 200. */
  readonly codeMember?: string;
  readonly acceptedCodes?: readonly string[];
  /** The provider took nothing for now. */
  readonly againCodes?: readonly string[];
  readonly optedOutCodes?: readonly string[];
}

/** An SMS provider of a dealer's own, which is called over HTTPS. */
export interface SmsProviderSettings extends ProviderAnswerSettings {
  readonly url: string;
  readonly format: BodyFormat;
  /** JSON text of a template; absent: the service's own layout. */
  readonly body?: string;
  /** Templates of further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization: ProviderAuthorization;
  readonly user?: string;
  /** Originator of the messages, where the provider wants it named. */
  readonly sender?: string;
  /** The key or password, sealed by the vault for a version of the settings. */
  readonly key?: { readonly sealed: string; readonly version: number };
}

/** The layout that a provider need know which has none of its own. */
const OWN_LAYOUT = '{"id":"{id}","to":"{to}","text":"{text}","sender":"{sender}"}';
const LAYOUT_WITHOUT_SENDER = '{"id":"{id}","to":"{to}","text":"{text}"}';
const COUNTRY = '90';

type Templates = Pick<SmsProviderSettings, 'body' | 'headers' | 'sender'>;

const bodyOf = ({ body, sender }: Templates): string =>
  body ?? (sender === undefined ? LAYOUT_WITHOUT_SENDER : OWN_LAYOUT);

type Needed = 'user' | 'sender' | 'key';

/** A value that the settings need and do not have; undefined when they are complete. */
export const missingInProvider = (
  settings: Pick<SmsProviderSettings, 'authorization' | 'user'> & Templates,
  hasKey: boolean,
): Needed | undefined => {
  const used = placeholdersIn([bodyOf(settings), ...Object.values(settings.headers ?? {})]);
  const { authorization, user, sender } = settings;
  if ((authorization === 'basic' || used.has('user')) && user === undefined) return 'user';
  if (used.has('sender') && sender === undefined) return 'sender';
  return (authorization !== 'none' || used.has('key')) && !hasKey ? 'key' : undefined;
};

/** What is posted for one message. */
export interface ProviderRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const CONTENT_TYPES: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
};

/** The request for an SMS, without its authorization. The reference is its id: a provider drops a repeat by it. */
export const providerRequest = (
  settings: SmsProviderSettings,
  { to, text, reference, key }: { to: string; text: string; reference: string; key: string | undefined },
): ProviderRequest => {
  const { format, headers = {}, user, sender } = settings;
  const toDigits = `${COUNTRY}${to}`;
  const values = omitUndefined({ id: reference, to: `+${toDigits}`, toDigits, toLocal: to, text, user, sender, key });
  return {
    headers: { 'content-type': CONTENT_TYPES[format], ...filledHeaders(headers, values) },
    body: filledBody(bodyOf(settings), format, values),
  };
};

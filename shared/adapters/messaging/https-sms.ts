import { providerRequest, type SmsProviderSettings } from '../../domain/message/sms-provider.ts';
import { providerAnswer } from '../../domain/message/sms-provider-answer.ts';
import { errorNameOf } from '../../observability/log.ts';
import type { MessageAnswer, SmsMessage, SmsProviders } from '../../ports/message-provider.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import { type Opener, providerKeyContext } from '../../ports/vault.ts';

export interface HttpsSmsDependencies {
  readonly client: OutgoingClient;
  readonly opener: Opener;
}

const authorizationOf = ({ authorization, user = '' }: SmsProviderSettings, key = ''): Record<string, string> => {
  switch (authorization) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${key}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${user}:${key}`, 'utf8').toString('base64')}` };
  }
};

const post = async (
  { to, text, reference }: SmsMessage,
  { settings, key, client }: { settings: SmsProviderSettings; key: string | undefined; client: OutgoingClient },
): Promise<MessageAnswer> => {
  const { headers, body } = providerRequest(settings, { to, text, reference, key });
  const own = { 'user-agent': 'payment-link-messages', ...headers, ...authorizationOf(settings, key) };
  const answer = providerAnswer(await client.post({ address: settings.url, headers: own, body }), settings);
  // A provider that names no message is asked about none: our own name stands for it.
  return answer.kind === 'accepted' ? { kind: 'accepted', messageId: answer.messageId ?? reference } : answer;
};

/** SMS through providers of dealers' own, over HTTPS. The dealer's key is opened for the call and kept nowhere. */
export const httpsSms = ({ client, opener }: HttpsSmsDependencies): SmsProviders => ({
  of: (dealerCode, settings) => ({
    name: 'https-sms',
    sendSms: async (message) => {
      let key: string | undefined;
      try {
        const { key: sealed } = settings;
        if (sealed !== undefined)
          key = await opener.open(sealed.sealed, providerKeyContext(dealerCode, sealed.version));
      } catch (error) {
        return { kind: 'again', detail: errorNameOf(error) };
      }
      return post(message, { settings, key, client });
    },
  }),
});

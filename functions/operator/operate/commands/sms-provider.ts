import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../../shared/domain/message/messaging-settings.ts';
import { missingInProvider, type SmsProviderSettings } from '../../../../shared/domain/message/sms-provider.ts';
import { bodyTemplateProblem } from '../../../../shared/domain/message/sms-provider-template.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { providerKeyContext } from '../../../../shared/ports/vault.ts';
import { type CommandCall, changeCommand, type Result } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import type { InputOf } from '../fields.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { outgoingAddress } from './outgoing-fields.ts';
import { providerFields, providerKeyField } from './sms-provider-fields.ts';

const GROUP = 'Messages';

const putFields = {
  dealerCode: dealerCodeField,
  version: versionField,
  ...providerFields,
  key: providerKeyField,
};
type PutProvider = InputOf<typeof putFields>;

/** A provider without its key. */
export const shownProvider = ({ key, body, ...provider }: SmsProviderSettings): Result =>
  omitUndefined({
    ...provider,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    key: { set: key !== undefined },
  });

/** What is stored of a dealer, and the version that a change makes of it. */
const nextOf = async (
  { dealerCode, version: given }: Pick<PutProvider, 'dealerCode' | 'version'>,
  call: CommandCall,
): Promise<{ readonly before: DealerMessaging; readonly version: number }> => {
  await existingDealer(dealerCode, call);
  const before = await call.deps.dealerMessaging.of(dealerCode);
  const stored = before.version === DEFAULT_MESSAGING.version ? undefined : before.version;
  return { before, version: nextVersion(`messaging of dealer ${dealerCode}`, stored, given) };
};

/** The key after a put; one that is not given keeps the version that it was sealed for. */
const keyAfter = async (
  { dealerCode, key }: PutProvider,
  { stored, version }: { readonly stored: SmsProviderSettings | undefined; readonly version: number },
  { deps }: CommandCall,
): Promise<SmsProviderSettings['key']> => {
  if (key === undefined) return stored?.key;
  return key === null
    ? undefined
    : { sealed: await deps.sealer.seal(key, providerKeyContext(dealerCode, version)), version };
};

const refuseIncomplete = (provider: SmsProviderSettings): void => {
  const { body, format, codeMember, acceptedCodes, againCodes, optedOutCodes } = provider;
  const problem = body === undefined ? undefined : bodyTemplateProblem(body, format);
  if (problem !== undefined) throw invalidField('body', problem);
  const missing = missingInProvider(provider, provider.key !== undefined);
  if (missing !== undefined) throw invalidField(missing, 'is needed by authorization, body or headers');
  if (codeMember !== undefined && acceptedCodes === undefined) {
    throw invalidField('acceptedCodes', 'is needed beside codeMember');
  }
  if (codeMember === undefined && (acceptedCodes ?? againCodes ?? optedOutCodes) !== undefined) {
    throw invalidField('codeMember', 'is needed beside codes');
  }
};

export const putSmsProvider = changeCommand(
  {
    name: 'put-sms-provider',
    group: GROUP,
    summary: "Create or change a dealer's own SMS provider, which is called over HTTPS instead of the stage's.",
    notes: [
      'shared/docs/messages.md says what is posted, how answers are read, and which placeholders there are.',
      'The version is that of the messaging settings (show-messaging). The key is stored encrypted and never shown.',
      'Caps of recipient and dealer hold; the daily sum of the stage does not, since the dealer pays its provider.',
    ],
    fields: putFields,
    example: { dealerCode: '1001', url: 'http://127.0.0.1:9000/sms', authorization: 'none' },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const { before, version } = await nextOf(input, call);
    const { smsProvider: stored } = before;
    type Plain = Omit<SmsProviderSettings, 'key'>;
    const values = putValues<Plain, typeof providerFields>(providerFields, input, stored);
    const url = values.url === stored?.url ? values.url : outgoingAddress('url', values.url, call);
    if (stored?.key !== undefined && input.key === undefined && url !== stored.url) {
      throw invalidField('key', 'must be given again for another url');
    }
    const key = await keyAfter(input, { stored, version }, call);
    const smsProvider: SmsProviderSettings = { ...values, url, ...omitUndefined({ key }) };
    refuseIncomplete(smsProvider);
    const changed = changedFieldNames(stored, smsProvider);
    return {
      dealerCode,
      change: { kind: 'messaging', dealerCode, record: { ...before, version, smsProvider } },
      changed,
      result: { dealerCode, version, changed },
    };
  },
);

export const removeSmsProvider = changeCommand(
  {
    name: 'remove-sms-provider',
    group: GROUP,
    summary: "Remove a dealer's own SMS provider. Its SMS then go through the stage.",
    notes: ['In a stage without SMS nothing is sent by SMS any more, also of definitions that ask for it.'],
    fields: { dealerCode: dealerCodeField, version: versionField },
    example: { dealerCode: '1001', version: 1 },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const { before, version } = await nextOf(input, call);
    const { smsProvider, ...rest } = before;
    if (smsProvider === undefined) throw notFound(`SMS provider of dealer ${dealerCode}`);
    return {
      dealerCode,
      change: { kind: 'messaging', dealerCode, record: { ...rest, version } },
      changed: ['smsProvider'],
      result: { dealerCode, version },
    };
  },
);

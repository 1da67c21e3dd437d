import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { providerRequest, type SmsProviderSettings } from '../../../shared/domain/message/sms-provider.ts';
import { providerAnswer } from '../../../shared/domain/message/sms-provider-answer.ts';
import { bodyTemplateProblem, placeholderNames } from '../../../shared/domain/message/sms-provider-template.ts';

const document = readFileSync(new URL('../../../shared/docs/messages.md', import.meta.url), 'utf8');
const blocks = [...document.matchAll(/^```json\n(.*?)\n```$/gms)].map(([, json = '']) => json);
const [own = '', settingsText = '', posted = '', answer = ''] = blocks;
const settings = z
  .object({
    url: z.string(),
    sender: z.string(),
    user: z.string(),
    authorization: z.literal('basic'),
    body: z.record(z.string(), z.unknown()),
    idMember: z.string(),
    codeMember: z.string(),
    acceptedCodes: z.array(z.string()),
    againCodes: z.array(z.string()),
  })
  .parse(JSON.parse(settingsText));
const body = JSON.stringify(settings.body);
const { id: reference, text } = z.object({ id: z.string(), text: z.string() }).parse(JSON.parse(own));
const sms = { to: '5551110022', text, reference, key: 'k' };

describe('The document on messages', () => {
  test('shows what is posted in the service’s own layout', () => {
    const plain = { url: settings.url, format: 'json', authorization: 'bearer', sender: settings.sender } as const;
    expect(providerRequest(plain, sms).body).toBe(own);
  });

  test('shows settings of a provider with a layout of its own, what that gets, and how its answer is read', () => {
    expect(bodyTemplateProblem(body, 'json')).toBeUndefined();
    const provider: SmsProviderSettings = { ...settings, format: 'json', body };
    expect(providerRequest(provider, sms).body).toBe(posted);
    const { jobid: messageId } = z.object({ jobid: z.string() }).parse(JSON.parse(answer));
    const read = (text_: string) => providerAnswer({ kind: 'answered', status: 200, body: text_ }, settings);
    expect(read(answer)).toEqual({ kind: 'accepted', messageId });
    expect(read(answer.replace('"00"', '"80"'))).toMatchObject({ kind: 'again' });
  });

  test('names every placeholder', () => {
    for (const name of placeholderNames) expect(document).toContain(`\`{${name}}\``);
  });
});

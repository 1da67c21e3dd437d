import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { messagingNotice } from '../../infra/settings/messaging-settings.ts';
import { readCdkJson, stageSettings } from '../../infra/settings/stage-config.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const roleSchema = z.object({
  Policies: z.array(
    z.object({ PolicyDocument: z.object({ Statement: z.array(z.object({ Sid: z.string() }).loose()) }) }),
  ),
});

const statementsOf = (stage: string, name: string) => {
  const roles = Object.entries(templatesOf(settingsOf(stage)).events.findResources('AWS::IAM::Role'));
  const role = roles.find(([id]) => id.startsWith(name))?.[1];
  return roleSchema.parse(role?.Properties).Policies.flatMap((one) => one.PolicyDocument.Statement);
};

const sending = (stage: string) => statementsOf(stage, 'Deliver').filter(({ Sid }) => Sid.startsWith('Send'));

describe('The right to send', () => {
  test('is on the named sender and address alone, and on nothing where nothing is set up', () => {
    expect(sending('production')).toEqual([]);
    const text = JSON.stringify(sending('local'));
    expect(text).toContain('"sms-voice:SendTextMessage"');
    expect(text).toContain(':sender-id/ODEME/TR');
    expect(text).toContain(':identity/payments@links.example');
    expect(text).not.toContain('*');
  });

  test('is deliver’s alone, which opens no card, no merchant key and no CodeForHash (rule 41)', () => {
    const { events, api } = templatesOf(settingsOf('local'));
    const holders = [events, api].flatMap((template) =>
      Object.entries(template.findResources('AWS::IAM::Role')).filter(([, role]) =>
        /ses:|sms-voice:/.test(JSON.stringify(role)),
      ),
    );
    expect(holders.map(([id]) => id.replace(/Role.*/, ''))).toEqual(['Deliver']);
    const purposes = JSON.stringify(holders).match(
      /"kms:EncryptionContext:purpose":"[^"]+"|"kms:EncryptionContext:purpose":\[[^\]]+\]/g,
    );
    expect(purposes).toEqual(['"kms:EncryptionContext:purpose":["webhook-secret","provider-key","desk-mail"]']);
  });

  test('keys of dealers’ own providers are opened by deliver alone, and sealed by operators', () => {
    const holders = (what: 'opens' | 'seals') =>
      functionDefinitions.filter((one) => one[what].includes('provider-key')).map(({ name }) => name);
    expect([holders('opens'), holders('seals')]).toEqual([['deliver'], ['operate']]);
  });

  test('note-delivery reads, writes and updates items of the table, and nothing else', () => {
    const table = statementsOf('local', 'NoteDelivery').find(({ Sid }) => Sid === 'UseTable');
    expect(table).toMatchObject({ Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] });
  });
});

test('the reports of both services reach note-delivery, e-mails of this stage alone', () => {
  const { events } = templatesOf(settingsOf('local'));
  events.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: { source: ['aws.sms-voice'], 'detail-type': ['Text Message Delivery Status Updated'] },
  });
  events.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': ['payment-link-local'] } } },
    },
  });
  events.hasResourceProperties('AWS::SES::ConfigurationSet', { Name: 'payment-link-local' });
});

describe('Settings of messages', () => {
  const settings = (messaging: unknown, kind = 'sandbox') => {
    const { stages } = readCdkJson();
    const base = z.record(z.string(), z.record(z.string(), z.unknown())).parse(stages).sandbox;
    return stageSettings({ stage: 'one', stages: { one: { ...base, kind, messaging, alarmEmail: 'a@b.co' } } });
  };
  const sms = { sender: 'ODEME', segmentPriceMinor: 3, dailyBudgetMinor: 100 };

  test('a sandbox stage reaches nobody who is not listed, a production stage anybody', () => {
    expect(settings({ sms }).messaging.recipients).toEqual([]);
    expect(settings({ sms, recipients: ['5551110022'] }).messaging.recipients).toEqual(['5551110022']);
    expect(settings({ sms }, 'production').messaging.recipients).toBe('any recipient');
  });

  test.each([
    [{ sms: { ...sms, sender: 'a b' } }, 'messaging.sms.sender'],
    [{ sms: { ...sms, dailyBudgetMinor: 0 } }, 'messaging.sms.dailyBudgetMinor'],
    [{ email: { from: 'nobody' } }, 'messaging.email.from'],
    [{ fax: {} }, 'messaging'],
  ])('%o is refused by name', (messaging, key) => {
    expect(() => settings(messaging)).toThrow(key);
  });

  test('a stage says at synthesis what it cannot send', () => {
    expect(messagingNotice(settings({ sms, recipients: ['5551110022'] }).messaging)).toBe(
      'Sends SMS as ODEME, to 1 listed recipients. Not set up: e-mail; put-definition refuses what needs it.',
    );
    expect(messagingNotice(settings({}).messaging)).toBe(
      'Sends no messages. Not set up: SMS, e-mail; put-definition refuses what needs it.',
    );
    const { events } = templatesOf(settingsOf('production'));
    expect(events.findOutputs('Messages')).toMatchObject({ Messages: { Value: expect.stringMatching('Not set up') } });
  });
});

import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { putDefinition, showDefinition } from '../../../../../functions/operator/operate/commands/definition.ts';
import type { Dealer } from '../../../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../../../shared/domain/link/definition.ts';
import { DEFAULT_MESSAGING, type StageMessaging } from '../../../../../shared/domain/message/messaging-settings.ts';
import { dealerWith, definitionWith } from '../../../../support/dealer/dealers.ts';

const NOTHING: StageMessaging = { recipients: 'any recipient' };
const EMAIL: StageMessaging = { ...NOTHING, email: { from: 'pay@example.com' } };

interface Stored {
  readonly definition?: Definition;
  readonly dealer?: Partial<Dealer>;
  readonly stage?: StageMessaging;
}

const callWith = ({ definition, dealer = {}, stage = EMAIL }: Stored = {}): CommandCall => {
  const account = { dealer: dealerWith({ dealerCode: 'D1', version: 7, ...dealer }), credentials: [] };
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? account : undefined) },
    definitions: { find: async () => definition },
    dealerMessaging: { of: async () => DEFAULT_MESSAGING },
    messaging: stage,
  };
  return { deps, nowMs: 0 } as unknown as CommandCall;
};

const NEW = { dealerCode: 'D1', dealerCustomerTypeId: 45, displayName: 'By hand', deliveryMode: 'none' };
const stored = definitionWith('D1', { dealerCustomerTypeId: 45, version: 2, deliveryMode: 'none' });
const put = (input: object, of: Stored = {}) => putDefinition.plan({ ...NEW, ...input }, callWith(of));

describe('put-definition', () => {
  test('makes a definition of the dealer, and changes one as its next version', async () => {
    const { change, result } = await put({});
    expect(change).toMatchObject({
      kind: 'definition',
      record: { dealerCode: 'D1', dealerCustomerTypeId: 45, version: 1, displayName: 'By hand' },
    });
    expect(change).not.toHaveProperty('dealer');
    expect(result).toMatchObject({ dealerCode: 'D1', dealerCustomerTypeId: 45, version: 1 });
    const changed = await put({ version: 2, displayName: 'Other' }, { definition: stored });
    expect(changed.change).toMatchObject({ record: { ...stored, version: 3, displayName: 'Other' } });
    expect(changed.changed).toEqual(['displayName']);
    await expect(put({ version: 1 }, { definition: stored })).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining('definition 45 is 2'),
    });
  });

  test('takes no definition of another dealer, which its links follow', async () => {
    const definition = { ...stored, dealerCode: 'D2' };
    await expect(put({ version: 2 }, { definition })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'dealerCustomerTypeId',
      sentence: 'Definition 45 belongs to another dealer: take another id.',
    });
    await expect(
      showDefinition.show({ dealerCode: 'D1', dealerCustomerTypeId: 45 }, callWith({ definition })),
    ).rejects.toMatchObject({ code: 'NotFound', sentence: 'There is no definition 45 of dealer D1.' });
    expect(
      await showDefinition.show({ dealerCode: 'D1', dealerCustomerTypeId: 45 }, callWith({ definition: stored })),
    ).toEqual(stored);
  });

  test('that sends links tells the record of the dealer once that their events are wanted', async () => {
    const { change } = await put({ deliveryMode: 'email' }, { dealer: { wantedEvents: { notice: ['link.paid'] } } });
    expect(change).toMatchObject({
      dealer: { version: 8, wantedEvents: { notice: ['link.paid'], messages: ['link.created'] } },
    });
    const wishing = { wantedEvents: { messages: ['link.created'] } } as const;
    expect((await put({ deliveryMode: 'email' }, { dealer: wishing })).change).not.toHaveProperty('dealer');
    const others = { wantedEvents: { messages: ['link.paid'] } } as const;
    expect((await put({ deliveryMode: 'email' }, { dealer: others })).change).toMatchObject({
      dealer: { wantedEvents: { messages: ['link.paid', 'link.created'] } },
    });
  });

  test.each<readonly [object, string, string]>([
    [{ deliveryMode: 'email' }, 'deliveryMode', 'email cannot be used: e-mail is not set up in this stage'],
    [
      { deliveryMode: 'smsAndEmail' },
      'deliveryMode',
      'smsAndEmail cannot be used: SMS and e-mail are not set up in this stage',
    ],
    [{ reminderHours: 2 }, 'reminderHours', 'Links of deliveryMode none are not sent, so nobody is reminded.'],
    [
      { deliveryMode: 'any', reminderHours: 2, linkLifeMinutes: 120 },
      'reminderHours',
      'A link lives 120 minutes, which is not longer.',
    ],
  ])('promises nothing that nobody sends: %j', async (input, field, sentence) => {
    await expect(put(input, { stage: NOTHING })).rejects.toMatchObject({
      code: 'NotPossible',
      field,
      sentence: expect.stringContaining(sentence),
    });
  });

  test('reminds of a link that lives longer', async () => {
    await expect(put({ deliveryMode: 'any', reminderHours: 2, linkLifeMinutes: 121 })).resolves.toMatchObject({
      change: { record: { reminderHours: 2 } },
    });
  });
});

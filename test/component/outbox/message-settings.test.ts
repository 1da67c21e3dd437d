import { beforeAll, describe, expect, test } from 'vitest';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';

let dealer: TestDealer;
let dealerCode: string;
beforeAll(async () => {
  dealer = await newDealer();
  ({ dealerCode } = dealer.dealer);
});

const wanted = async () => (await dynamoDealers(dealer.store).load(dealerCode))?.dealer.wantedEvents;
// Definition ids are unique over all dealers, also of other test files.
let lastDefinitionId = 71_000;
const definition = (deliveryMode: string) => {
  lastDefinitionId += 1;
  return { dealerCode, dealerCustomerTypeId: lastDefinitionId, displayName: 'Sent', deliveryMode };
};
const emailOnly = { email: { from: 'pay@example.com' }, recipients: 'any recipient' } as const;

describe('a definition that sends', () => {
  test.each([
    ['sms', 'sms cannot be used: SMS is not set up in this stage (messaging in cdk.json).'],
    ['smsAndEmail', 'smsAndEmail cannot be used: SMS is not set up in this stage (messaging in cdk.json).'],
  ])('is refused where the stage lacks its channel: %s', async (mode, sentence) => {
    const refused = await newOperator({ messaging: emailOnly }).refused('put-definition', definition(mode));
    expect(refused).toMatchObject({ message: sentence });
  });

  test('of a mode that sends nothing wants no event; the first that sends wants new links, once', async () => {
    await newOperator({ messaging: emailOnly }).done('put-definition', definition('none'));
    expect(await wanted()).toBeUndefined();
    await newOperator({ messaging: emailOnly }).done('put-definition', definition('email'));
    expect(await wanted()).toEqual({ messages: ['link.created'] });
    const { version } = (await newOperator().done('show-dealer', { dealerCode })) as { version: number };
    await newOperator().done('put-definition', definition('any'));
    expect(await newOperator().done('show-dealer', { dealerCode })).toMatchObject({ version });
  });

  test('a put of the dealer leaves what is wanted', async () => {
    const { version } = await newOperator().done('show-dealer', { dealerCode });
    await newOperator().done('put-dealer', { dealerCode, version, name: 'Renamed' });
    expect(await wanted()).toEqual({ messages: ['link.created'] });
  });
});

describe("a dealer's messages", () => {
  test('have defaults, and are put version by version', async () => {
    expect(await newOperator().done('show-messaging', { dealerCode })).toMatchObject({ version: 0, smsADay: 1000 });
    await newOperator().done('put-messaging', {
      dealerCode,
      replyTo: 'shop@example.com',
      language: 'en',
      senderId: 'CICEKCI',
    });
    expect(await newOperator().refused('put-messaging', { dealerCode, smsADay: 5 })).toMatchObject({
      code: 'VersionConflict',
    });
    await newOperator().done('put-messaging', { dealerCode, version: 1, smsADay: 5 });
    expect(await newOperator().done('show-messaging', { dealerCode })).toMatchObject({
      version: 2,
      smsADay: 5,
      language: 'en',
      replyTo: 'shop@example.com',
      stage: { sms: 'ODEME' },
    });
  });

  test('receipts need e-mail in the stage', async () => {
    const put = { dealerCode, version: 2, senderId: null, receiptsTo: 'shop@example.com' };
    expect(
      await newOperator({ messaging: { recipients: 'any recipient' } }).refused('put-messaging', put),
    ).toMatchObject({ field: 'receiptsTo' });
  });

  test.each([
    [{ smsTemplate: 'pay at evil.com {link}' }, 'must hold no address'],
    [{ smsTemplate: 'no link' }, 'must hold {link} once'],
    [{ replyTo: 'a@b.co\r\nBcc: c@d.co' }, 'must be an e-mail address'],
    [{ senderId: '12345' }, 'must be a sender id'],
    [{ senderId: 'OTHER' }, 'The stage does not list this sender id'],
  ])('refuse %o', async (fields, problem) => {
    const refused = await newOperator().refused('put-messaging', { dealerCode, version: 2, ...fields });
    expect(JSON.stringify(refused)).toContain(problem);
  });
});

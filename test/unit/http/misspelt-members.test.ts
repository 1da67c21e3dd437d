import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { defineOperation } from '../../../shared/http/contract.ts';
import { text } from '../../../shared/http/fields.ts';
import { withOtherBlock, withSlip } from '../../../shared/http/misspelt-members.ts';
import { operationHandler, readValue } from '../../../shared/http/operation-handler.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';
import { authenticationOf, dealerWith } from '../../support/dealer/dealers.ts';

const KNOWN = ['Amount', 'GsmNumber', 'Email'];
const REQUIRED = 'Amount is required.';
const SECRET = '4111111111111111';

describe('A refusal for want of a field', () => {
  test.each<readonly [string, unknown, string]>([
    ['a letter is wrong', { Amuont: 1 }, ' The request has Amuont: did you mean Amount?'],
    ['capitals differ', { amount: 1 }, ' The request has amount: did you mean Amount?'],
    ['nothing is near', { Sum: 1 }, ''],
    ['the field is there, whatever else is', { Amount: null, Amuont: 1 }, ''],
    ['the slip is of another field', { Emial: 'x' }, ''],
    ['there is no block', undefined, ''],
    ['the name is no word', { 'Amount\n': 1 }, ''],
    ['the name may be a secret', { [SECRET]: 1 }, ''],
  ])('where %s', (_what, given, hint) => {
    expect(withSlip(REQUIRED, given, KNOWN)).toBe(`${REQUIRED}${hint}`);
  });

  test('of two fields names the one that was misspelt', () => {
    const sentence = 'GsmNumber or Email is required by the payment-request definition.';
    expect(withSlip(sentence, { EMail: 'a@b.example' }, KNOWN)).toBe(
      `${sentence} The request has EMail: did you mean Email?`,
    );
  });

  test('looks at a bounded number of members', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`Member${index}`, 1]));
    expect(withSlip(REQUIRED, { ...many, Amuont: 1 }, KNOWN)).toBe(REQUIRED);
  });
});

describe('A refusal for want of a block', () => {
  const sentence = 'DealerAuthentication is missing or is not an object.';
  test.each<readonly [string, Record<string, unknown>, string]>([
    ['another operation’s', { PaymentDealerAuthentication: {} }, ' The body has PaymentDealerAuthentication instead.'],
    ['a misspelt one', { Some: 1, DealerAuthentcation: {} }, ' The body has DealerAuthentcation instead.'],
    ['the request block alone', { PaymentUserPosRequest: {} }, ''],
    ['itself, and no object', { DealerAuthentication: 'x' }, ''],
    ['what is no word', { [`${SECRET}Authentication`]: {} }, ''],
  ])('tells that the body has %s', (_what, body, hint) => {
    expect(withOtherBlock(sentence, body, ['DealerAuthentication'])).toBe(`${sentence}${hint}`);
  });
});

describe('An operation', () => {
  const code = (name: string) => `Test.${name}`;
  const handler = operationHandler({
    edgeSecretHashes: [],
    contract: defineOperation({
      name: 'test-operation',
      operation: 'GetSale',
      routes: [{ method: 'POST', path: '/' }],
      authenticationBlocks: ['DealerAuthentication'],
      requestBlock: 'SaleRequest',
      request: z.object({ Amount: text({ max: 5 }) }),
      codes: {
        MalformedRequest: code('MalformedRequest'),
        InvalidRequest: code('InvalidRequest'),
        InvalidAccount: code('InvalidAccount'),
        IpAddressNotAllowed: code('IpAddressNotAllowed'),
        ChannelPermissionNotAvailable: code('ChannelPermissionNotAvailable'),
        NoAllowedToUseThisWebService: code('NoAllowedToUseThisWebService'),
        DealerSaleNotFound: code('DealerSaleNotFound'),
      },
    }),
    useCase: async ({ read }) => {
      if (readValue(read).Amount === undefined) throw new Refusal('InvalidRequest', REQUIRED);
      return { data: null };
    },
    accounts: {
      authenticate: async ({ password }) => (password === 'right' ? dealerWith({ dealerCode: 'D1' }) : undefined),
    },
    clock: new FakeClock(),
    log: new FakeLog(),
    metrics: new FakeMetrics(),
  });
  const account = { DealerCode: 'D1', Username: 'apiuser', Password: 'right' };
  const answerTo = async (body: unknown) => {
    const { body: answer } = await handler(apiEvent({ body: JSON.stringify(body), routeKey: 'POST /' }), lambdaContext);
    return JSON.parse(answer) as { readonly ResultCode: string; readonly ResultMessage: string };
  };
  const DealerAuthentication = authenticationOf(account);
  const { CheckKey, ...withoutKey } = DealerAuthentication;
  const SaleRequest = { Amuont: SECRET };

  test.each([
    [{ DealerAuthentication, SaleRequest }, 'InvalidRequest', 'The request has Amuont: did you mean Amount?'],
    [{ DealerAuthentication, SalesRequest: {} }, 'MalformedRequest', 'The body has SalesRequest instead.'],
    [{ DealerAuthentification: {}, SaleRequest }, 'MalformedRequest', 'The body has DealerAuthentification instead.'],
    [
      { DealerAuthentication: { ...withoutKey, Checkkey: CheckKey }, SaleRequest },
      'MalformedRequest',
      'The request has Checkkey: did you mean CheckKey?',
    ],
  ])('tells of %j what was misspelt, and no value', async (body, reason, hint) => {
    const { ResultCode, ResultMessage } = await answerTo(body);
    expect([ResultCode, ResultMessage.slice(-hint.length)]).toEqual([code(reason), hint]);
    for (const secret of [SECRET, CheckKey, account.Password]) expect(ResultMessage).not.toContain(secret);
  });

  test('tells whose account is wrong nothing of the request (rule 49)', async () => {
    const wrong = authenticationOf({ ...account, Password: 'wrong' });
    for (const block of [wrong, { ...DealerAuthentication, CheckKey: '0'.repeat(64) }]) {
      const { ResultMessage } = await answerTo({ DealerAuthentication: block, SaleRequest });
      expect(ResultMessage).not.toContain('did you mean');
      expect(ResultMessage).toMatch(/^CheckKey is not the SHA-256|is not known\.$/);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import {
  type Input,
  newDefinition,
  newOperator,
  OPERATED_BASE_URL,
  viaInvoke,
} from '../../support/operator/operators.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';

/** A dealer that may do everything, and the input of a command that makes a link for it. */
const scene = async (options: Parameters<typeof newDealer>[0] = {}) => {
  const dealer = await newDealer(options);
  const { dealerCode } = dealer.dealer;
  const { dealerCustomerTypeId } = dealer.definition;
  const operator = newOperator();
  const listed = async () => (await operator.done('list-payment-requests', { dealerCode })).paymentRequests;
  return {
    ...operator,
    dealer,
    listed,
    input: { dealerCode, dealerCustomerTypeId, amount: '27.50', description: 'Vase' },
  };
};

const resultOf = (answer: OperateAnswer): Input => (answer.ok ? answer.result : expect.unreachable());

describe('create-link makes a link for a dealer without a program', () => {
  test('which its payer pays as any other, and which ends on a receipt', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const { dealerCustomerTypeId } = dealer.definition;
    const input = { dealerCode, dealerCustomerTypeId, amount: '27.50', description: 'Vase', otherTrxCode: 'SHOP-7' };
    const event = { command: 'create-link', commandId: randomUUID(), stage: 'local', input };
    const { url } = resultOf((await viaInvoke(stackOfTests())(event)) as OperateAnswer) as { readonly url: string };
    const paid = await payThroughBank(await openPage(url), 'approved');
    for (const said of ['Your payment was received', 'Order number SHOP-7', 'Vase']) expect(paid.text).toContain(said);
    expect(await dealer.charges()).toMatchObject([{ amount: 2750 }]);
  });

  test('with the terms that CreateUserPosPayment gives the same request, once per command id, and audited without its address', async () => {
    const { run, audit, listed, done, dealer, input } = await scene();
    const commandId = randomUUID();
    const [first, second] = [await run('create-link', input, commandId), await run('create-link', input, commandId)];
    const { url, qr, ...known } = resultOf(first);
    expect(url).toMatch(`${OPERATED_BASE_URL}/pay/`);
    expect(qr).toContain(String(url));
    expect(second).toEqual({ ok: true, commandId, applied: false, result: known });
    const entry = await audit(commandId);
    expect(entry).toMatchObject({ command: 'create-link', dealerCode: input.dealerCode, changed: ['paymentRequest'] });
    expect(JSON.stringify(entry)).not.toContain(String(url).split('/').at(-1));
    expect(await listed()).toMatchObject([{ userPosPaymentId: known.userPosPaymentId, state: 'open', amount: 27.5 }]);
    const { UserPosPaymentId } = (await dealer.createLink({ Amount: 27.5, Description: 'Vase' })).Data as Input;
    const shown = (userPosPaymentId: unknown) =>
      done('show-payment-request', { dealerCode: input.dealerCode, userPosPaymentId });
    const [own, other] = [await shown(known.userPosPaymentId), await shown(UserPosPaymentId)];
    expect([own.terms, own.description]).toEqual([other.terms, other.description]);
  });

  test('two calls at once with one command id make one link', async () => {
    const { run, listed, input } = await scene();
    const commandId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => run('create-link', input, commandId)));
    expect(answers.filter((answer) => answer.ok && answer.applied === true)).toHaveLength(1);
    expect(new Set(answers.map((answer) => resultOf(answer).userPosPaymentId)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  test('a dry run checks everything and writes nothing', async () => {
    const { invoke, listed, input } = await scene();
    const event = { command: 'create-link', stage: 'local', dryRun: true };
    expect(await invoke({ ...event, input })).toMatchObject({ ok: true, applied: false, result: { amount: 27.5 } });
    expect(resultOf(await invoke({ ...event, input }))).not.toHaveProperty('url');
    expect(await invoke({ ...event, input: { ...input, amount: '0' } })).toMatchObject({ ok: false });
    expect(await listed()).toEqual([]);
  });

  test('its otherTrxCode is one of the dealer: the same request of the program gets this link, another is refused', async () => {
    const { done, refused, dealer, input } = await scene();
    const { userPosPaymentId } = await done('create-link', { ...input, otherTrxCode: 'N-1' });
    const same = {
      OtherTrxCode: 'N-1',
      DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
      Amount: 27.5,
      Description: 'Vase',
      ReturnHash: 1,
    };
    const create = (fields: Input) => dealer.callLink('CreateUserPosPayment', fields);
    expect((await create(same)).Data).toMatchObject({ UserPosPaymentId: userPosPaymentId });
    expect((await create({ ...same, Amount: 28 })).ResultCode).toMatch(/OtherTrxCodeAlreadyUsed$/);
    expect(await refused('create-link', { ...input, otherTrxCode: 'N-1' })).toMatchObject({
      code: 'NotPossible',
      field: 'otherTrxCode',
    });
  });

  test.each([
    ['a phone that is none', { gsmNumber: '123' }, 'InvalidInput', /GsmNumber must be a mobile number/],
    ['a card number in the description', { description: 'Card 4111111111111111' }, 'InvalidInput', /description/],
    ['an expiry beyond the life of the definition', { expireDate: '20400101' }, 'InvalidInput', /ExpireDate/],
    ['an unknown definition', { dealerCustomerTypeId: 1 }, 'NotPossible', /DealerCustomerTypeId/],
  ])('refuses %s', async (_title, fields, code, message) => {
    const { refused, listed, input } = await scene();
    const error = await refused('create-link', { ...input, ...fields });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await listed()).toEqual([]);
  });

  test('refuses what the limits have no room for, and a currency without a virtual POS', async () => {
    const limits = { TL: { values: { daily: 1000, monthly: 1000, shards: 1 } } } as never;
    const { refused, input } = await scene({ dealer: { limits } });
    expect(await refused('create-link', input)).toMatchObject({ code: 'NotPossible' });
    const none = await scene({ virtualPos: [] });
    expect((await none.refused('create-link', none.input)).message).toContain('This dealer has no virtual POS');
  });

  test.each(['none', 'sms', 'email', 'smsAndEmail', 'smsOrEmail', 'any'] as const)(
    'under deliveryMode %s it needs no contact: the operator has the address',
    async (deliveryMode) => {
      const { done, input } = await scene({ definition: { deliveryMode } });
      expect(await done('create-link', input)).toHaveProperty('url');
    },
  );

  test('without a definition named it takes the lowest, and says which; a dealer without one is told so', async () => {
    const { dealer, done, refused } = await scene();
    const { dealerCode } = dealer.dealer;
    const input = { dealerCode, amount: '27.50' };
    // The scene's own definition is in no list of the dealer.
    expect((await refused('create-link', input)).message).toContain('put-definition');
    const ids = [await newDefinition(done, dealerCode), await newDefinition(done, dealerCode)];
    expect(await done('create-link', input)).toMatchObject({ dealerCustomerTypeId: Math.min(...ids) });
  });
});

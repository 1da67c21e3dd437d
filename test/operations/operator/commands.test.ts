import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditIndexKeys, LISTING_INDEX } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import {
  leastDealer,
  newDealerCode,
  newDefinition,
  newOperator,
  operatedDealer,
} from '../../support/operator/operators.ts';

describe('operate', () => {
  test('a command for another stage is refused whatever it is', async () => {
    const { invoke } = newOperator();
    for (const command of ['show-dealer', 'put-dealer', 'help', 'no-such-command']) {
      const answer = await invoke({ command, commandId: randomUUID(), stage: 'production', input: {} });
      expect(answer).toMatchObject({ ok: false, error: { code: 'WrongStage', field: 'stage' } });
    }
  });

  test('an unknown command, a missing command id and an unknown member of the event are named', async () => {
    const { invoke } = newOperator();
    const stage = 'local';
    expect(await invoke({ command: 'drop-table', stage })).toMatchObject({ error: { code: 'UnknownCommand' } });
    const withoutId = await invoke({ command: 'put-dealer', stage, input: leastDealer(newDealerCode()) });
    expect(withoutId).toMatchObject({ error: { code: 'InvalidInput', field: 'commandId' } });
    const badId = await invoke({ command: 'put-dealer', commandId: 'again', stage, input: {} });
    expect(badId).toMatchObject({ error: { code: 'InvalidInput', field: 'commandId' } });
    const extra = await invoke({ command: 'help', stage, force: true });
    expect(extra).toMatchObject({ error: { code: 'InvalidInput', field: 'force' } });
    for (const event of [undefined, null, 'help', []]) {
      expect(await invoke(event)).toMatchObject({ ok: false, error: { code: 'InvalidInput' } });
    }
    for (const input of ['text', [], 7, null]) {
      const answer = await invoke({ command: 'show-dealer', stage, input });
      expect(answer).toMatchObject({ ok: false, error: { code: 'InvalidInput', field: 'input' } });
    }
  });

  test('a command applies once per id: ten at once change one version, and all get the same result (rule 36)', async () => {
    const { run, done, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    const put = () => run('put-dealer', { dealerCode, version: 1, name: 'Once' }, commandId);
    const answers = await Promise.all(Array.from({ length: 10 }, put));
    const result = { dealerCode, version: 2, changed: ['name'] };
    expect(answers).toEqual(answers.map(() => ({ ok: true, commandId, applied: expect.any(Boolean), result })));
    expect(answers.filter((answer) => answer.ok && answer.applied === true)).toHaveLength(1);
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ version: 2 });
  });

  test('ten at once with one id create one sale, although its id and code are generated', async () => {
    const { run, done, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    await done('put-customer', { dealerCode, customerCode: 'C' });
    const dealerCustomerTypeId = await newDefinition(done, dealerCode);
    const sale = { dealerCode, amount: 1, planType: 2, customerCode: 'C', dealerCustomerTypeId };
    const answers = await Promise.all(Array.from({ length: 10 }, () => run('put-sale', sale, commandId)));
    const [first] = answers;
    const result = first?.ok === true ? first.result : undefined;
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ ok: true, result })));
  });

  test('an id in capitals is the same id: a UUID has no case', async () => {
    const { run, done, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    const issue = (id: string) => run('issue-credential', { dealerCode, username: 'twice' }, id);
    expect(await issue(commandId.toUpperCase())).toMatchObject({ ok: true, commandId, applied: true });
    expect(await issue(commandId)).toMatchObject({ ok: true, commandId, applied: false });
    const { users } = await done('show-dealer', { dealerCode });
    expect(users).toContainEqual({ username: 'twice', credentials: [expect.objectContaining({ newest: true })] });
  });

  test('an id that was used for another input is refused', async () => {
    const { run, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    await run('put-dealer', { dealerCode, version: 1, name: 'One' }, commandId);
    const answer = await run('put-dealer', { dealerCode, version: 2, name: 'Two' }, commandId);
    expect(answer).toMatchObject({ ok: false, error: { code: 'NotPossible', field: 'commandId' } });
  });

  test('a refused command uses its id up for nothing: it can be given again, corrected', async () => {
    const { run, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    await run('put-dealer', { dealerCode, version: 9, name: 'One' }, commandId);
    expect(await run('put-dealer', { dealerCode, version: 1, name: 'One' }, commandId)).toMatchObject({
      applied: true,
    });
  });

  test('every change writes an audit row in its own transaction, listed by day', async () => {
    const { run, audit, store, clock, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    await run('put-dealer', { dealerCode, version: 1, name: 'Audited', pool: 'forbidden' }, commandId);
    const day = istanbulDayOf(clock.nowMs);
    const { listPk, listSk } = auditIndexKeys({ atMs: clock.nowMs, commandId });
    const row = await audit(commandId);
    expect(row).toMatchObject({
      entity: 'audit',
      command: 'put-dealer',
      dealerCode,
      day,
      atMs: clock.nowMs,
      changed: ['name', 'pool'],
      result: { dealerCode, version: 2 },
      listPk,
      listSk,
    });
    expect(row).not.toHaveProperty('expiresAt');
    const page = await store.list({ index: LISTING_INDEX, listPk, limit: 100, after: listSk.slice(0, -1) });
    expect(page.map(({ pk }) => pk)).toContain(keys.command(commandId).pk);
  });

  test('a change without its audit row is not possible: nothing is written when the transaction fails', async () => {
    const { dealerCode, done } = await operatedDealer();
    const failing = newOperator({
      through: (store) => ({
        ...store,
        transact: () => Promise.reject(new StoreUnavailable('unknown', 'TimeoutError')),
      }),
    });
    const commandId = randomUUID();
    const answer = await failing.run('put-dealer', { dealerCode, version: 1, name: 'Lost' }, commandId);
    expect(answer).toMatchObject({ ok: false, commandId, error: { code: 'Unexpected' } });
    expect(JSON.stringify(answer)).toContain('correlation');
    expect(JSON.stringify(answer)).not.toContain('Timeout');
    expect(failing.lines).toMatchObject([
      { event: 'unexpected error', fields: { errorName: 'StoreUnavailable', errorDetail: 'TimeoutError', commandId } },
    ]);
    expect(await failing.audit(commandId)).toBeUndefined();
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ version: 1 });
  });

  test('a change whose answer was lost is answered to the repeat', async () => {
    const { dealerCode } = await operatedDealer();
    let lost = true;
    const { run } = newOperator({
      through: (store) => ({
        ...store,
        transact: async (writes) => {
          const outcome = await store.transact(writes);
          if (!lost) return outcome;
          lost = false;
          throw new StoreUnavailable('unknown', 'TimeoutError');
        },
      }),
    });
    const commandId = randomUUID();
    const put = () => run('put-dealer', { dealerCode, version: 1, name: 'Kept' }, commandId);
    expect(await put()).toMatchObject({ ok: false, error: { code: 'Unexpected' } });
    expect(await put()).toMatchObject({ ok: true, applied: false, result: { version: 2 } });
  });

  test('log lines name the command and its outcome, and hold nothing of its input', async () => {
    const { run, lines, dealerCode } = await operatedDealer();
    await run('put-customer', {
      dealerCode,
      customerCode: 'code',
      password: 'hidden secret',
      address: 'hidden address',
    });
    await run('put-customer', { dealerCode, customerCode: 'code', surname: 'hidden name' });
    expect(lines.slice(-2).map(({ fields }) => fields.code)).toEqual(['Success', 'InvalidInput']);
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });
});

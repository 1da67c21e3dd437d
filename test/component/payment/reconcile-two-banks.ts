import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { itemsOfAttempt, itemsOfDirect, newPaymentName } from '../../support/payment/stored-payments.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const LIMITS = { TL: { values: { daily: minor(1_000_000), monthly: minor(1_000_000), shards: 1 } } };
const MINUTE_MS = 60_000;

let stack: FaultyStack;

/** A gateway that accepts every call and answers none until a test ends the connections. */
const hangingGateway = async () => {
  const sockets: Socket[] = [];
  let calls = 0;
  let hungUp = false;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      calls += 1;
      if (hungUp) socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    gateway: `http://127.0.0.1:${address.port}`,
    calls: () => calls,
    hangUp: () => {
      hungUp = true;
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      server.close();
    },
  };
};

/** A run over two banks, in an app that stands when the tests begin. */
export const reconcileTwoBanks = (running: () => FaultyStack): void => {
  beforeAll(() => {
    stack = running();
  });

  describe('The sweeper of a running app whose one bank hangs', () => {
    test('settles the other bank’s attempts first, asks the hanging one three times, and leaves the rest of its rows as they are', async () => {
      const store = engineTable(stack.address);
      const attempts = dynamoAttempts(store);
      const dealer = await newBankDealer({ stack: stack.address, dealer: { limits: LIMITS, cardStorage: false } });
      const hanging = await hangingGateway();
      await dealer.payDirectly({ OtherTrxCode: 'unheard' });
      const [charged] = await dealer.directAttempts();
      if (charged === undefined) throw new Error('nothing was charged');
      const { bank: _bank, endedAtMs: _endedAtMs, ...rest } = charged;
      const longAgo = Date.now() - 30 * MINUTE_MS;
      const times = { startedAtMs: longAgo, lastCallAtMs: longAgo, answerByMs: longAgo + 28_000, dueAtMs: longAgo };
      const unheard: DirectAttempt = { ...rest, ...times, state: 'charging', reportedOutcome: 'nobody' };
      const pos = await dealer.putPos({ posId: 'hanging', gateway: hanging.gateway });
      const atHangingBank = Array.from({ length: 24 }, (_, index): DirectAttempt => {
        const name = { payment: newPaymentName(), number: 1 };
        // Due before the attempts of the other bank.
        const due = {
          reference: referenceOf(name),
          orderId: orderIdOf(name),
          pos,
          version: 1,
          dueAtMs: longAgo - MINUTE_MS,
        };
        return { ...unheard, ...name, ...due, paymentId: unheard.paymentId + 1 + index };
      });
      await putRows(store, [...atHangingBank.flatMap((one) => itemsOfDirect(one)), ...itemsOfAttempt(unheard)]);

      const reconciling = stack.invoke('reconcile-payments', {});
      await expect.poll(async () => (await attempts.find(unheard.reference))?.state, { interval: 50 }).toBe('voided');
      await expect.poll(hanging.calls, { interval: 50 }).toBe(3);
      hanging.hangUp();
      expect(await reconciling).toMatchObject({
        reconciled: 1,
        reschedule: 3,
        failed: 0,
        silentGateways: 1,
        finished: false,
      });
      expect(hanging.calls()).toBe(3);
      const now = await Promise.all(atHangingBank.map(({ reference }) => attempts.find(reference)));
      expect(now.filter((one) => one?.version === 1)).toHaveLength(21);
      expect(now.filter((one) => one?.state === 'in-doubt' && one.postponed === 1)).toHaveLength(3);
      hanging.stop();
    }, 120_000);
  });
};

import { describe, expect, test } from 'vitest';
import {
  dueIndexKeys,
  gatewayTag,
  itemOfPosition,
  positionAt,
  stepDueKeys,
  tagOfPosition,
} from '../../../../../shared/adapters/dynamodb/index-keys.ts';
import { newPaymentName } from '../../../../support/payment/stored-payments.ts';

describe('the tag of a gateway in the due queue', () => {
  test('is the same for every address of one host, and another for another host or port', () => {
    const tag = gatewayTag('https://bank.example/gate');
    expect(tag).toMatch(/^[A-Za-z0-9_-]{6}$/);
    expect(gatewayTag('https://BANK.example/other?x=1')).toBe(tag);
    expect(gatewayTag('https://bank.example:8443/gate')).not.toBe(tag);
    expect(gatewayTag('https://other.example/gate')).not.toBe(tag);
  });

  test('stands in the position behind the time, and stays when the row is rescheduled', () => {
    const gateway = 'https://bank.example/gate';
    const attempt = { payment: newPaymentName(), number: 3 };
    const { dueSk } = dueIndexKeys({ ...attempt, gateway, dueAtMs: 5 });
    expect(tagOfPosition(dueSk)).toBe(gatewayTag(gateway));
    expect(positionAt(dueSk, 7)).toBe(dueIndexKeys({ ...attempt, gateway, dueAtMs: 7 }).dueSk);
    expect(itemOfPosition(positionAt(dueSk, 7))).toEqual({ ...attempt, kind: 'attempt' });
  });

  test('the position of a step tells that it is one, by three digits of its number', () => {
    const gateway = 'https://bank.example/gate';
    const step = { payment: newPaymentName(), number: 3 };
    const { dueSk } = stepDueKeys({ ...step, gateway, dueAtMs: 5 });
    expect(dueSk.endsWith(`#${step.payment}#003`)).toBe(true);
    expect(tagOfPosition(dueSk)).toBe(gatewayTag(gateway));
    expect(itemOfPosition(positionAt(dueSk, 7))).toEqual({ ...step, kind: 'step' });
  });
});

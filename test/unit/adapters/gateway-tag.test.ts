import { describe, expect, test } from 'vitest';
import { dueIndexKeys, gatewayTag, positionAt, tagOfPosition } from '../../../shared/adapters/dynamodb/index-keys.ts';

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
    const { dueSk } = dueIndexKeys({ reference: 'r', gateway, dueAtMs: 5 });
    expect(tagOfPosition(dueSk)).toBe(gatewayTag(gateway));
    expect(positionAt(dueSk, 7)).toBe(dueIndexKeys({ reference: 'r', gateway, dueAtMs: 7 }).dueSk);
  });
});

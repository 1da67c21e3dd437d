import { beforeEach, describe, expect, test } from 'vitest';
import type { SmsMessage, SmsProvider } from '../../../shared/ports/message-provider.ts';

/** What a provider is made to do with the next calls. */
export type PlayedSms = 'takes' | 'throttled' | 'opted-out' | 'not-valid' | 'failure' | 'broken' | 'nobody';

/** A provider with the service behind it. */
export interface SmsWorld {
  readonly provider: () => SmsProvider;
  readonly play: (what: PlayedSms) => void;
  /** Calls that reached the service, whatever it did with them. */
  readonly calls: () => number;
  /** Messages that the service took, the newest last. */
  readonly taken: () => readonly { readonly to: string; readonly text: string; readonly reference: string }[];
}

/** What a service of the test says in its own words; no answer of a provider passes it on. */
export const SECRET_TEXT = 'secret of the service +905551110022';

const message = (nth: number): SmsMessage => ({
  to: '5551110022',
  text: `Ode {link} "\\ & ç: https://ode.example/pay/x?a=b&c=d ${nth}`,
  reference: `k3v7q2mzt5w4y6xa2bcdefgh3i-sms-${String(nth).padStart(2, '0')}`,
});

/** The contract of SmsProvider. */
export const smsProviderSuite = (name: string, world: () => SmsWorld): void => {
  describe(`SMS by ${name}`, () => {
    let nth = 0;
    beforeEach(() => {
      nth += 1;
    });
    const send = () => world().provider().sendSms(message(nth));

    test('a message is taken once, is named, and arrives as it was sent', async () => {
      world().play('takes');
      const before = world().calls();
      expect(await send()).toEqual({ kind: 'accepted', messageId: expect.stringMatching(/^[\x21-\x7e]+$/) });
      expect(world().calls() - before).toBe(1);
      expect(world().taken().at(-1)).toEqual(message(nth));
    });

    test.each([
      ['throttled', { kind: 'again' }],
      ['opted-out', { kind: 'refused', reason: 'opted-out' }],
      ['not-valid', { kind: 'refused', reason: 'message-not-valid' }],
      ['failure', { kind: 'unknown' }],
      ['broken', { kind: 'unknown' }],
    ] as const)('%s: is told apart after one call, without a text of the service', async (what, expected) => {
      world().play(what);
      const [calls, taken] = [world().calls(), world().taken().length];
      const answer = await send();
      expect(answer).toMatchObject(expected);
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect([world().calls() - calls, world().taken().length - taken]).toEqual([1, 0]);
    });

    test('nobody at the address: nothing left, and a later try may', async () => {
      world().play('nobody');
      expect(await send()).toMatchObject({ kind: 'again' });
      world().play('takes');
      expect(await send()).toMatchObject({ kind: 'accepted' });
    });
  });
};

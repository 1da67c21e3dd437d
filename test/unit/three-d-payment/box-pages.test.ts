import { expect, test } from 'vitest';
import { answerPayer as answerTypedCard } from '../../../functions/three-d-payment/open-3d-payment/answer-payer.ts';
import { answerPayer as answerStoredCard } from '../../../functions/three-d-payment/open-stored-card-payment/answer-payer.ts';
import type { BoxCall } from '../../../shared/payment-flow/open-box.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { pageCall, shownBy } from '../../support/payment/page-calls.ts';

const link = linkWith({ source: 'three-d' });
const clock = new FakeClock();
const form = { action: 'https://gate.example/3d', fields: [['pan', 'the card']], acceptCharset: 'utf-8' } as const;
const call = pageCall({ parameters: { address: 'ADDRESS' }, posted: [['action', 'open']] });

const pages = [
  ['a typed card', answerTypedCard],
  ['a stored card', answerStoredCard],
] as const;

test.each(pages)(
  'The page of a shop’s 3D payment by %s hands its payer over to the bank, in the shop’s frame',
  async (_by, answer) => {
    const asked: BoxCall[] = [];
    const open = async (one: BoxCall) => {
      asked.push(one);
      return { kind: 'hand-over', form, link } as const;
    };
    const { statusCode, frameAncestor, markup } = shownBy(await answer({ open, clock })(call));
    expect([statusCode, frameAncestor]).toEqual([200, 'https://shop.example']);
    expect(markup).toContain('action="https://gate.example/3d"');
    expect(asked).toMatchObject([{ address: 'ADDRESS', payerAddress: '203.0.113.7', language: 'en' }]);
  },
);

test.each(pages)(
  'The page of a shop’s 3D payment by %s shows every other outcome, and holds no form for a bank',
  async (_by, answer) => {
    for (const outcome of [{ kind: 'unknown' }, { kind: 'moved', location: '/result' }] as const) {
      const shown = shownBy(await answer({ open: async () => outcome, clock })(call));
      expect(shown).toMatchObject(outcome.kind === 'moved' ? { location: '/result' } : { statusCode: 404 });
      expect(shown.markup).not.toContain('gate.example');
    }
  },
);

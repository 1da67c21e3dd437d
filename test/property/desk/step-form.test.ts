import { assert, constantFrom, integer, property, record, shuffledSubarray, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmPath } from '../../../shared/desk/payment/confirm-step.ts';
import { hiddenFieldsOf, readPostedStep, readTypedStep, shareFieldOf } from '../../../shared/desk/payment/step-form.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { typedAmountText } from '../../../shared/domain/money/typed-amount.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

const SUB_DEALERS = [11, 12, 13];
const languages = constantFrom('tr' as const, 'en' as const);
const amounts = integer({ min: 1, max: Math.floor(MAX_AMOUNT_MINOR / SUB_DEALERS.length) }).map(minor);

/** Steps as people may ask for them: an amount, shares with their sum, or sub-dealers alone. */
const askedSteps = record({
  action: constantFrom('void', 'refund', 'capture', 'approve', 'undo'),
  amount: amounts,
  named: shuffledSubarray(SUB_DEALERS),
  kind: constantFrom('whole', 'part', 'shares'),
}).map(({ action, amount, named, kind }) => {
  const isPart = action === 'refund' || action === 'capture';
  const ids = named.toSorted((a, b) => a - b);
  const shares = ids.map((subDealerId) => ({ subDealerId, amount }));
  const sum = minor(amount * shares.length);
  if (!isPart)
    return { action, subDealerIds: action === 'void' || ids.length === SUB_DEALERS.length ? [] : ids } as const;
  if (kind === 'whole') return { action, subDealerIds: [] } as const;
  if (kind === 'part' || shares.length === 0) return { action, amount, subDealerIds: [] } as const;
  return { action, amount: sum, shares, subDealerIds: [] } as const;
});

const payment = paymentWith();
const [attempt] = payment.attempts;
if (attempt === undefined) throw new Error('the payment has an attempt');

describe('forms of steps at the desk (rule 54)', () => {
  test('what a form posts is read as the step that its page showed', () => {
    assert(
      property(askedSteps, (asked) => {
        const fields = new Map(hiddenFieldsOf(asked));
        expect(readPostedStep(asked.action, (name) => fields.get(name) ?? '', SUB_DEALERS)).toEqual(asked);
      }),
    );
  });

  test('the way back from the password leads to the same step, to the kurus, in either language', () => {
    assert(
      property(askedSteps, languages, (asked, language) => {
        const { searchParams } = new URL(
          confirmPath({ named: { payment, attempt }, asked }, language),
          'https://desk.example',
        );
        const readIn = { language, currency: 'TL', subDealerIds: SUB_DEALERS } as const;
        expect(readTypedStep(asked.action, Object.fromEntries(searchParams), readIn)).toEqual(asked);
      }),
    );
  });

  test('shares that do not add up to the typed amount are refused, never adjusted', () => {
    assert(
      property(amounts, amounts, amounts, languages, (amount, one, other, language) => {
        const query = {
          amount: typedAmountText(amount, language),
          [shareFieldOf(11)]: typedAmountText(one, language),
          [shareFieldOf(12)]: typedAmountText(other, language),
        };
        const read = readTypedStep('refund', query, { language, currency: 'TL', subDealerIds: SUB_DEALERS });
        if (one + other === amount) expect(read).toMatchObject({ amount });
        else expect(read).toEqual({ field: 'amount', problem: 'sum' });
      }),
    );
  });

  test('digits that no page wrote are no step', () => {
    assert(
      property(string(), (text) => {
        const read = readPostedStep('refund', (name) => (name === 'amount' ? text : ''), []);
        const isOurs = text === '' || (/^[1-9]\d{0,10}$/.test(text) && Number(text) <= MAX_AMOUNT_MINOR);
        const amount = text === '' ? undefined : minor(isOurs ? Number(text) : 0);
        expect(read).toEqual(isOurs ? omitUndefined({ action: 'refund', amount, subDealerIds: [] }) : undefined);
      }),
    );
  });
});

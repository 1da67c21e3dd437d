import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('The life of a payment after its charge, under crashes and everything at once (rules 4, 10, 11, 17, 40)', () => {
  test(
    "ends with bank, rows, limits and ledger equal, and with nobody's word withdrawn",
    { timeout: WHILE_IT_TAKES_MS },
    () =>
      expectSeeds('life', {
        seeds: 60,
        meets: [
          'alarm rang of a Credit too many',
          'comparison told other-refunds',
          'life ended approved',
          'life ended refunded',
          'life ended voided',
          'life refunded in part',
          'life with sub-dealers',
          'link with sub-dealers',
          'life: direct, ',
          'two carts, one paid',
          'life: link, ',
          'life: shop, ',
          'capture done',
          'capture refused',
          'void done by void',
          'refund done by void',
          'refund done by credit',
          'refund refused',
          'pool-approval done',
          'statements of two days',
          'capture heard answered again',
          'void heard answered again',
          'refund heard answered again',
          'box left behind',
          'payer closes before the post',
          'payer closes after the post',
          'fault: the same twice at once',
          'fault: kill',
          'fault: bank cut-',
          'fault: bank lost-',
          'fault: bank late',
          'fault: bank declined',
          'fault: bank day closed',
          'fault: store ',
        ],
      }),
  );

  test('ends so through the adapters, the embedded bank and the embedded engine', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('life-real', {
      seeds: 4,
      meets: ['capture done', 'refund done', 'fault: kill', 'fault: proxy ', 'fault: store ', 'bank: '],
    }),
  );
});

describe('A payment on which programs and the desk act at once (rule 54)', () => {
  test(
    'ends with bank, rows, limits and ledger equal; each form began one step at most, with its audit entry',
    { timeout: WHILE_IT_TAKES_MS },
    () =>
      expectSeeds('desk', {
        seeds: 40,
        meets: [
          'desk: one form at once',
          'desk: void heard done',
          'desk: void heard nothing moved',
          'desk: refund heard done',
          'desk: refund heard nothing moved',
          'desk: refund heard unknown',
          'desk: capture heard done',
          'desk: approve heard done',
          'capture heard answered',
          'refund heard answered',
          'void heard answered',
          'life ended refunded',
          'life ended voided',
          'life with sub-dealers',
          'fault: kill',
          'fault: store ',
        ],
      }),
  );

  test('ends so through the adapters, the embedded bank and the embedded engine', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('desk-real', { seeds: 2, meets: ['desk: ', 'fault: kill', 'fault: store '] }),
  );
});

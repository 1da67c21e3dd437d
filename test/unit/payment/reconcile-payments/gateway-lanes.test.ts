import { describe, expect, test } from 'vitest';
import { type BankContact, GatewayLanes } from '../../../../functions/payment/reconcile-payments/gateway-lanes.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const goesOn = (): never => {
  throw new Error('the run does not end although nothing of it is under way');
};

interface Working {
  readonly row: string;
  readonly end: (contact: BankContact) => void;
}

/** Lanes whose rows end and whose timers fire on the test's command. */
const scene = ({ perSecond = 25, handTimer = false, followsAnswers = false } = {}) => {
  const begun: Working[] = [];
  const pauses: { readonly ms: number; readonly over: () => void }[] = [];
  const unfinished: (readonly string[])[] = [];
  let nowMs = 0;
  let inTime = true;
  const lanes = new GatewayLanes<string>({
    work: (row) =>
      new Promise((end) => {
        begun.push({ row, end });
      }),
    mayBegin: () => inTime,
    timeIsOver: (gateways) => void unfinished.push(gateways),
    perSecond,
    followsAnswers,
    now: () => nowMs,
    pause: (ms) =>
      handTimer
        ? new Promise((over) => {
            pauses.push({ ms, over });
          })
        : Promise.resolve(),
  });
  const add = (gateway: string, count: number): void => {
    for (let index = 0; index < count; index += 1) lanes.add(gateway, `${gateway}${index}`);
  };
  const of = (gateway: string) => begun.filter(({ row }) => row.startsWith(gateway));
  return {
    add,
    begun,
    of,
    pauses,
    unfinished,
    /** Ends all started rows of a gateway from number `from` on, each with the same contact. */
    endAll: async (gateway: string, contact: BankContact, from = 0) => {
      for (const { end } of of(gateway).slice(from)) end(contact);
      await settled();
      await settled();
    },
    timeIsUp: () => {
      inTime = false;
    },
    passes: (ms: number) => {
      nowMs += ms;
    },
    areFull: (...gateways: readonly string[]) => lanes.areFull(gateways),
    /** The run's end. Whatever it waits for has happened: nothing here takes longer than a turn of the loop. */
    finished: () => Promise.race([lanes.finished(), settled().then(settled).then(goesOn)]),
  };
};

describe('The lanes of gateways in one run', () => {
  test('a gateway that has not answered yet has three calls at once, one that answers has up to 40', async () => {
    const { add, of, endAll } = scene();
    add('a', 100);
    await settled();
    expect(of('a')).toHaveLength(3);
    await endAll('a', 'answered');
    await settled();
    expect(of('a')).toHaveLength(3 + 40);
  });

  test('in a run that was handed on, gateways have 40 calls at once from the start, and are skipped like any other', async () => {
    const { add, of, endAll, finished } = scene({ followsAnswers: true });
    add('a', 100);
    await settled();
    expect(of('a')).toHaveLength(40);
    await endAll('a', 'unanswered');
    expect(of('a')).toHaveLength(40);
    expect(await finished()).toEqual({ silentGateways: ['a'], left: 60 });
  });

  test('in a run that was handed on, one unknown answer leaves two calls at once until the next answer', async () => {
    const { add, begun, of, endAll } = scene({ followsAnswers: true });
    add('a', 100);
    await settled();
    begun[0]?.end('unanswered');
    await settled();
    expect(of('a')).toHaveLength(40);
    for (const { end } of begun.slice(1, 39)) end('not-asked');
    await settled();
    // The last of the 40 still runs.
    expect(of('a')).toHaveLength(40 + 1);
    await endAll('a', 'answered', 39);
    expect(of('a').length).toBeGreaterThan(40 + 3);
  });

  test('a gateway whose run was handed on and that answers nothing is silent', async () => {
    const { add, endAll, finished } = scene({ followsAnswers: true });
    add('a', 1);
    await settled();
    await endAll('a', 'unanswered');
    expect(await finished()).toEqual({ silentGateways: ['a'], left: 0 });
  });

  test('a gateway is skipped for the rest of the run after three unknown answers in a row; its rows are left', async () => {
    const { add, of, endAll, finished } = scene();
    add('a', 50);
    await settled();
    await endAll('a', 'unanswered');
    add('a', 50);
    expect(of('a')).toHaveLength(3);
    expect(await finished()).toEqual({ silentGateways: ['a'], left: 97 });
  });

  test.each([
    ['an answer between them', 'answered'],
    ['a row about which no bank was asked is none', 'not-asked'],
  ] as const)('two unknown answers skip nobody: %s', async (_why, between) => {
    const { add, begun, endAll, finished } = scene();
    add('a', 5);
    await settled();
    for (const [index, contact] of (['unanswered', 'unanswered', between, 'unanswered'] as const).entries()) {
      begun[index]?.end(contact);
      await settled();
    }
    expect(begun).toHaveLength(between === 'answered' ? 5 : 4);
    if (between === 'answered') await endAll('a', 'answered', 4);
    const { silentGateways, left } = await finished();
    expect({ silentGateways, left }).toEqual(
      between === 'answered' ? { silentGateways: [], left: 0 } : { silentGateways: ['a'], left: 1 },
    );
  });

  test('a gateway that tells nothing of the one order it is asked about is silent, though it is not skipped', async () => {
    const { add, endAll, finished } = scene();
    add('a', 1);
    add('b', 1);
    await settled();
    await endAll('a', 'unanswered');
    await endAll('b', 'answered');
    expect(await finished()).toEqual({ silentGateways: ['a'], left: 0 });
  });

  test('a gateway that hangs takes nothing from the others', async () => {
    const { add, of, endAll, finished } = scene();
    add('hangs', 1000);
    add('well', 100);
    await settled();
    for (let from = 0; from < of('well').length; ) {
      const until = of('well').length;
      await endAll('well', 'answered', from);
      from = until;
    }
    expect([of('well').length, of('hangs').length]).toEqual([100, 3]);
    await endAll('hangs', 'unanswered');
    expect(await finished()).toEqual({ silentGateways: ['hangs'], left: 997 });
  });

  test('the rate spaces what is begun: 25 a second are 40 ms, for each gateway by itself', async () => {
    const { add, of, pauses, endAll } = scene({ handTimer: true });
    add('a', 10);
    add('b', 10);
    await settled();
    expect([of('a').length, of('b').length, pauses.map(({ ms }) => ms)]).toEqual([1, 1, [40, 40]]);
    await endAll('a', 'answered');
    expect(of('a')).toHaveLength(1);
    pauses[0]?.over();
    await settled();
    expect([of('a').length, of('b').length]).toEqual([2, 1]);
  });

  test('a timer that fires late lengthens no other wait: the rate holds over the run', async () => {
    const { add, of, pauses, passes } = scene({ handTimer: true, followsAnswers: true });
    add('a', 10);
    const lateMs = [3, 30, 0, 12];
    const waited: number[] = [];
    for (const late of lateMs) {
      await settled();
      const { ms = Number.NaN, over } = pauses.at(-1) ?? {};
      waited.push(ms);
      passes(ms + late);
      over?.();
    }
    await settled();
    expect(waited).toEqual([40, 37, 10, 40]);
    expect(of('a')).toHaveLength(1 + lateMs.length);
  });

  test('gateways are full when each is skipped or has as many rows waiting as a run could begin', async () => {
    const { add, areFull, endAll } = scene({ perSecond: 2 });
    expect(areFull('a')).toBe(false);
    add('a', 2 * 60);
    expect(areFull('a')).toBe(false);
    add('a', 1);
    expect([areFull('a'), areFull('a', 'b')]).toEqual([true, false]);
    add('b', 3);
    await settled();
    await endAll('b', 'unanswered');
    expect(areFull('b')).toBe(true);
  });

  test('all gateways together have 200 calls at once, and take turns for what becomes free', async () => {
    const { add, begun, of, endAll } = scene();
    const gateways = Array.from('abcdefghij');
    for (const gateway of gateways) add(gateway, 60);
    await settled();
    for (const gateway of gateways) await endAll(gateway, 'answered');
    expect(begun.length - 30).toBe(200);
    const before = gateways.map((gateway) => of(gateway).length);
    for (const one of begun.slice(30, 40)) one.end('answered');
    await settled();
    await settled();
    expect(begun).toHaveLength(240);
    const more = gateways.map((gateway, index) => of(gateway).length - (before[index] ?? 0));
    expect(Math.max(...more)).toBeLessThanOrEqual(5);
  });

  test('nothing is begun that cannot be finished in time, and what waits is left', async () => {
    const { add, begun, finished, endAll, timeIsUp } = scene();
    add('a', 10);
    add('b', 10);
    await settled();
    timeIsUp();
    await endAll('a', 'answered');
    expect(begun).toHaveLength(6);
    await endAll('b', 'answered');
    expect(await finished()).toEqual({ silentGateways: [], left: 14 });
  });

  test('when the time is over, the banks that answer and have rows left are told once, before the last calls end', async () => {
    const { add, finished, endAll, timeIsUp, unfinished } = scene();
    for (const gateway of ['answers', 'done', 'silent', 'unheard']) add(gateway, gateway === 'done' ? 3 : 60);
    await settled();
    await endAll('silent', 'unanswered');
    await endAll('done', 'answered');
    timeIsUp();
    expect(unfinished).toEqual([]);
    await endAll('answers', 'answered');
    expect(unfinished).toEqual([['answers']]);
    add('answers', 1);
    await endAll('unheard', 'answered');
    await finished();
    expect(unfinished).toEqual([['answers']]);
  });

  test('no more rows wait for a gateway than a run could begin', async () => {
    const { add, begun, endAll, finished } = scene({ perSecond: 2 });
    add('a', 500);
    for (let from = 0; from < begun.length; ) {
      const until = begun.length;
      await endAll('a', 'answered', from);
      from = until;
    }
    const { left } = await finished();
    expect(begun.length + left).toBe(500);
    expect(begun.length).toBeLessThanOrEqual(2 * 60 + 1);
  });

  test('a run that still works on rows ends with the last of them', async () => {
    const { add, endAll, finished } = scene();
    add('a', 2);
    await settled();
    const end = finished();
    await endAll('a', 'answered');
    expect(await end).toEqual({ silentGateways: [], left: 0 });
  });

  test('without any row a run is over at once', async () => {
    expect(await scene().finished()).toEqual({ silentGateways: [], left: 0 });
  });
});

import { describe, expect, test } from 'vitest';
import { GatewayPlaces } from '../../../../functions/sale/charge-plans/gateway-places.ts';
import { Places } from '../../../../functions/sale/charge-plans/places.ts';

/** Work that goes on until it is told to end. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
};
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('Places', () => {
  test('are taken in the order of asking, and never more than there are', async () => {
    const places = new Places(2);
    const works = Array.from({ length: 4 }, held);
    const begun: number[] = [];
    const all = works.map(({ work }, index) =>
      places.within(() => {
        begun.push(index);
        return work();
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    works[1]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test('are free again after work that failed', async () => {
    const places = new Places(1);
    await expect(places.within(() => Promise.reject(new Error('test')))).rejects.toThrow('test');
    expect(await places.within(async () => 1)).toBe(1);
  });

  test('who comes back from elsewhere goes before those who have had no place yet', async () => {
    const desk = new Places(1);
    const [elsewhere, first] = [held(), held()];
    const story: string[] = [];
    const all = [
      desk.within(async () => {
        await desk.without(elsewhere.work);
        story.push('back');
      }),
      desk.within(first.work),
      desk.within(async () => void story.push('new')),
    ];
    elsewhere.end();
    await settled();
    first.end();
    await Promise.all(all);
    expect(story).toEqual(['back', 'new']);
  });

  test('who waits elsewhere gives the place to another, and takes one again behind it', async () => {
    const desk = new Places(1);
    const elsewhere = held();
    const story: string[] = [];
    const one = desk.within(async () => {
      await desk.without(elsewhere.work);
      story.push('one is back');
    });
    const other = desk.within(async () => void story.push('other'));
    await settled();
    expect(story).toEqual(['other']);
    elsewhere.end();
    await Promise.all([one, other]);
    expect(story).toEqual(['other', 'one is back']);
  });
});

test('who came back from elsewhere has a place again, which is nobody else’s until it is left', async () => {
  const desk = new Places(1);
  const [last, other] = [held(), held()];
  const story: string[] = [];
  const one = desk.within(async () => {
    await desk.without(async () => undefined);
    story.push('one is back');
    await last.work();
    story.push('one ends');
  });
  await settled();
  const two = desk.within(async () => {
    story.push('two begins');
    await other.work();
  });
  const three = desk.within(async () => void story.push('three begins'));
  await settled();
  expect(story).toEqual(['one is back']);
  last.end();
  await settled();
  expect(story).toEqual(['one is back', 'one ends', 'two begins']);
  other.end();
  await Promise.all([one, two, three]);
  expect(story.at(-1)).toBe('three begins');
});

describe('Places at gateways', () => {
  test('a gateway is charged at as often at once as it has places, and the others wait', async () => {
    const places = new GatewayPlaces(2);
    const works = Array.from({ length: 3 }, held);
    const begun: number[] = [];
    const all = works.map(({ work }, index) =>
      places.within('https://bank.example', () => {
        begun.push(index);
        return work();
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    works[0]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of works) end();
    await Promise.all(all);
  });

  test('a gateway that hangs takes no place of another one', async () => {
    const places = new GatewayPlaces(1);
    const hangs = held();
    const waiting = [places.within('hangs', hangs.work), places.within('hangs', hangs.work)];
    expect(await places.within('answers', async () => 'charged')).toBe('charged');
    hangs.end();
    await Promise.all(waiting);
  });
});

import { describe, expect, test } from 'vitest';
import { type Noon, simulateNoon } from '../../../faults/plan/noon-simulation.ts';

const [SILENT, ONE, TWO] = ['https://silent.example', 'https://one.example', 'https://two.example'] as const;
const NOON: Noon = {
  plans: 120,
  dealers: 6,
  gateways: [SILENT, ONE, TWO],
  callMs: 2_000,
  settings: { batchesAtOnce: 4, plansPerBatch: 50, chargesAtOncePerGateway: 8 },
};

describe('Plans that are due at one noon (decisions: recurring sales)', () => {
  test('are charged once each, with no more charges at once at a gateway than the stage allows', async () => {
    const { paid, gateways, wrong, due } = await simulateNoon(NOON);
    expect({ paid, wrong }).toEqual({ paid: 120, wrong: [] });
    for (const { paid: ofGateway, mostAtOnce, drainedAfterMinutes } of gateways) {
      expect(ofGateway).toBe(40);
      expect(mostAtOnce).toBeLessThanOrEqual(8);
      expect(drainedAfterMinutes).toBeLessThan(1);
    }
    expect(due).toEqual([120, 0]);
  });

  test('at one bank that is silent do not hold up those at the others', async () => {
    const { gateways, wrong } = await simulateNoon({ ...NOON, silent: { gateway: SILENT, minutes: 30 } });
    expect(wrong).toEqual([]);
    const [silent, ...others] = gateways;
    expect(silent?.paid).toBe(0);
    for (const { paid, drainedAfterMinutes } of others) {
      expect(paid).toBe(40);
      expect(drainedAfterMinutes).toBeLessThan(1);
    }
  });

  test('are charged once each where batches are invoked twice, or never', async () => {
    const fates = ['twice', 'lost', 'once'] as const;
    const fateOf = (number: number) => fates[number % fates.length] ?? 'once';
    const { paid, wrong, due } = await simulateNoon({ ...NOON, fateOf });
    expect({ paid, wrong }).toEqual({ paid: 120, wrong: [] });
    expect(due.length).toBeGreaterThan(2);
  });

  test('are handed out again where a minute is too short for them', async () => {
    const slow = { ...NOON, callMs: 10_000, settings: { ...NOON.settings, chargesAtOncePerGateway: 4 } };
    const { paid, wrong, gateways } = await simulateNoon(slow);
    expect({ paid, wrong }).toEqual({ paid: 120, wrong: [] });
    // Where the minute turns, the last charges of its workers end beside the first ones of the next.
    for (const { mostAtOnce } of gateways) expect(mostAtOnce).toBeLessThanOrEqual(2 * 4);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Progress } from '../../faults/all/progress.ts';
import { endTable } from '../../faults/all/run-report.ts';
import { gatewayOfSeed } from '../../faults/run-account.ts';

test('the table at the end of a run tells how many seeds each kind of gateway had, where the seed draws it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-report-'));
  try {
    const progress = new Progress(folder, 'tree');
    for (const name of ['link', 'link-killed']) progress.of(name).done.addRange(1, 100);
    const atGaranti = Array.from({ length: 100 }, (_, index) => gatewayOfSeed(index + 1)).filter(
      (gateway) => gateway === 'garanti',
    ).length;
    const kinds = [
      { name: 'link', wanted: 100, drawsGateway: true },
      { name: 'link-killed', wanted: 100, drawsGateway: false },
    ];
    const [head, drawn, app] = endTable({ kinds, progress, doneNow: new Map() })
      .split('\n')
      .map((line) => line.split(/ {2,}/).slice(0, 4));
    expect(head).toEqual(['kind', 'seeds', 'nestpay', 'garanti']);
    expect(drawn).toEqual(['link', '100', String(100 - atGaranti), String(atGaranti)]);
    expect(app).toEqual(['link-killed', '100', '-', '-']);
    expect(atGaranti).toBeGreaterThan(40);
    expect(atGaranti).toBeLessThan(60);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DamagedProgress, Progress } from '../../faults/all/progress.ts';

const TREE = 'a'.repeat(32);
const CHANGED = 'b'.repeat(32);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fault-progress-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const saved = (): Progress => {
  const progress = new Progress(folder, TREE);
  const of = progress.of('link');
  of.done.addRange(1, 40);
  of.failed.set(7, { seed: 7, message: 'two charges', broken: false });
  of.processorMs = 1234.4;
  progress.save();
  return progress;
};

describe('The progress of fault runs', () => {
  test('is what was saved, in the same state of the tree', () => {
    saved();
    const progress = new Progress(folder, TREE);
    expect(progress.isOfChangedTree).toBe(false);
    expect(progress.of('link').done.ranges).toEqual([[1, 40]]);
    expect([...progress.of('link').failed.values()]).toEqual([{ seed: 7, message: 'two charges', broken: false }]);
    expect(progress.of('link').processorMs).toBe(1234);
    expect(progress.of('direct').done.size).toBe(0);
  });

  test('begins anew in a changed tree and says so, and goes on when the tree is as it was', () => {
    saved();
    const changed = new Progress(folder, CHANGED);
    expect(changed.isOfChangedTree).toBe(true);
    expect(changed.of('link').done.size).toBe(0);
    changed.save();
    expect(new Progress(folder, TREE).of('link').done.size).toBe(40);
    expect(new Progress(folder, TREE).isOfChangedTree).toBe(false);
  });

  test('is no changed tree in an empty folder', () => {
    expect(new Progress(folder, TREE).isOfChangedTree).toBe(false);
  });

  test('stays as it was when a write is interrupted', () => {
    const file = join(saved().folder, 'progress.json');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(`${file}.making`, whole.slice(0, 30));
    const progress = new Progress(folder, TREE);
    expect(progress.of('link').done.size).toBe(40);
    progress.of('link').done.add(41);
    progress.save();
    expect(new Progress(folder, TREE).of('link').done.size).toBe(41);
  });

  test('is refused when its file is damaged, never counted from nothing', () => {
    writeFileSync(join(saved().folder, 'progress.json'), '{"tree":"a');
    expect(() => new Progress(folder, TREE)).toThrow(DamagedProgress);
  });

  test('keeps failing seeds with their stories in one file', () => {
    const progress = new Progress(folder, TREE);
    progress.tellFailure('life', { seed: 3, message: 'a void is told done', broken: false }, 'the story');
    progress.tellFailure('life', { seed: 4, message: 'its worker died', broken: true }, undefined);
    expect(readFileSync(progress.failuresFile, 'utf8')).toBe(
      'life seed 3: a void is told done\nthe story\n\nlife seed 4: its worker died\n\n',
    );
  });
});

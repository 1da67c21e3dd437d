import { afterAll, beforeEach } from 'vitest';
import { roomInDay } from '../app/fixed-window.ts';
import { refuseLeakedNumbers } from '../app/leaked-numbers.ts';
import { useStack } from '../app/stack-of-tests.ts';
import { refuseCardDataInLog } from '../card/card-secrets.ts';
import { refuseCardDataIn } from '../store/own-rows.ts';
import { memoryStack } from './memory-stack.ts';

/*
 * Sets up every file of test/operations: its tests call an app in their own process, over a table in memory. They prove what
 * operations and pages do; the same adapters over an engine, the bundles and the roles of functions are proved by the other
 * tests over HTTP.
 */

useStack(memoryStack);

// A test that pays just before midnight in Istanbul and checks after it would check another day.
beforeEach(() => roomInDay());

afterAll(() => {
  const { table, log, leaked } = memoryStack;
  const rows = table.liveRows();
  // The files after this one look at their own rows alone.
  table.setAside(rows);
  refuseCardDataIn(rows);
  refuseLeakedNumbers(leaked);
  refuseCardDataInLog(
    log.lines
      .splice(0)
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
});

import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/bank-ledger.ts';
import { documentClient } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { hashVer3 } from '../../shared/adapters/nestpay/hash-ver3.ts';
import { readXml } from '../../shared/adapters/nestpay/xml-reader.ts';
import { writeXml } from '../../shared/adapters/nestpay/xml-writer.ts';
import { readEnvironment } from '../../shared/adapters/runtime/environment.ts';
import { systemClock, systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import { powertoolsLog } from '../../shared/observability/powertools.ts';
import { readDayEnd } from './bank-day.ts';
import { bankSimulator } from './bank-simulator.ts';

const { sandbox, tableName, serviceName } = readEnvironment(process.env);
if (!sandbox) throw new Error('the embedded bank runs in sandbox stages only');

/** Longer than a caller waits for a bank (20 s), shorter than the function may run. */
const HOLD_MS = 25_000;

export const handler = bankSimulator({
  ledger: dynamoBankLedger(table(documentClient(), tableName)),
  clock: systemClock,
  log: powertoolsLog(),
  serviceName,
  dayEnd: readDayEnd(process.env.BANK_DAY_END ?? ''),
  merchantOf: sandboxMerchant,
  hashOf: hashVer3,
  readXml,
  writeXml,
  random: {
    digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
    token: () => systemRandomness.token(),
  },
  hold: () => pause(HOLD_MS),
});

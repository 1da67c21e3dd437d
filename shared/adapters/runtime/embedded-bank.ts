import { randomInt } from 'node:crypto';
import { powertoolsLog } from '../../observability/powertools.ts';
import { readXml } from '../bank/xml-reader.ts';
import { writeXml } from '../bank/xml-writer.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { dynamoBankLedger } from '../dynamodb/sandbox/bank-ledger.ts';
import { hashVer3 } from '../nestpay/hash-ver3.ts';
import { readEnvironment } from './environment.ts';
import { systemClock, systemRandomness } from './system.ts';

/** What the embedded bank of a sandbox stage is composed from. Throws in every other stage. */
export const embeddedBankRuntime = (variables: NodeJS.ProcessEnv) => {
  const { sandbox, tableName, serviceName, edgeSecretHashes } = readEnvironment(variables);
  if (!sandbox) throw new Error('the embedded bank runs in sandbox stages only');
  return {
    ledger: dynamoBankLedger(table(documentClient(), tableName)),
    clock: systemClock,
    log: powertoolsLog(),
    serviceName,
    edgeSecretHashes,
    hashOf: hashVer3,
    readXml,
    writeXml,
    random: {
      digits: (count: number): string => String(randomInt(10 ** count)).padStart(count, '0'),
      token: () => systemRandomness.token(),
    },
  };
};

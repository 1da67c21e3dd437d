import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { type DirectAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { BankAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime } from '../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { type Answer, leastDirect } from '../dealer/dealers.ts';
import { type ChangedPorts, serviceInMemory } from '../operations/service-in-memory.ts';
import { DIRECT, isReplay } from './direct-payments.ts';
import { attemptsAmong } from './stored-payments.ts';

export const REFERENCES = { authCode: 'A', hostReference: 'H', transactionId: 'T' } as const;
export const APPROVED: BankAnswer = { kind: 'approved', references: REFERENCES };
export const DECLINED: BankAnswer = { kind: 'declined', code: '002', procReturnCode: '51' };
export const SILENT = { kind: 'unknown', cause: 'time-out' } as const;

const never = (): never => {
  throw new Error('nobody asks that');
};

/** A bank whose answers a test decides. It keeps until when each inquiry waits. */
class DecidedBank {
  charge: () => Promise<BankAnswer> = async () => APPROVED;
  inquire: () => Promise<InquiryAnswer> = async () => SILENT;
  charges = 0;
  readonly inquiries: CallTime[] = [];

  port(): BankGateway {
    return {
      charge: async () => {
        this.charges += 1;
        return this.charge();
      },
      inquire: async (_account, _order, time) => {
        this.inquiries.push(time);
        return this.inquire();
      },
      provision: never,
      start3D: never,
      startOnServer: never,
      verifyCallback: never,
      inquireHistory: async () => SILENT,
      followUp: never,
    };
  }
}

/** The data of an answer, whether it is a replay, and its code without what all codes begin with. */
const heardOf = (answer: Answer) => {
  const data = answer.Data as { readonly IsSuccessful: boolean; readonly ResultCode: string } | null;
  const code = answer.ResultCode.split('.').at(-1) ?? '';
  if (data === null) return code;
  return [data.IsSuccessful ? 'paid' : data.ResultCode, ...(isReplay(answer) ? ['replayed'] : [])].join(' ');
};

/** The direct payment behind its pipeline, over a table in memory, with a bank that the test decides. */
export const directInMemory = async (
  options: { readonly dealer?: Partial<Dealer>; readonly changes?: ChangedPorts } = {},
) => {
  const [bank, clock] = [new DecidedBank(), new FakeClock()];
  const service = await serviceInMemory({ gateway: 'https://bank.example', bank: bank.port(), clock, ...options });
  const pay = (fields: object = {}, path: string = DIRECT): Promise<Answer> =>
    service.call(path, ['PaymentDealerAuthentication', 'PaymentDealerRequest'], { ...leastDirect, ...fields });
  return {
    ...service,
    bank,
    pay,
    heard: async (fields: object = {}, path: string = DIRECT) => heardOf(await pay(fields, path)),
    changeDealer: (changes: Partial<Dealer>) => service.put([dealerItem({ ...service.dealer, ...changes })]),
    attempts: () =>
      attemptsAmong(service.table.rows()).filter((attempt): attempt is DirectAttempt => !isOfLink(attempt)),
  };
};

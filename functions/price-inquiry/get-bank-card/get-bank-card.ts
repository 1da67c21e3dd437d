import type * as z from 'zod/mini';
import { readBin } from '../../../shared/domain/card/bin-record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { bankCardAnswer } from '../../../shared/http/bank-card-answer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { BinRecords } from '../../../shared/ports/bin-directory.ts';
import type { contract } from './contract.ts';

export interface GetBankCardDependencies {
  readonly bins: BinRecords;
}

/** Reads the BIN record of a card by its first 6 or 8 digits (decisions: price inquiries). */
export const getBankCard =
  ({ bins }: GetBankCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ read }) => {
    const bin = readBin(readValue(read).BinNumber ?? '');
    if (bin === undefined) {
      throw new Refusal('InvalidRequest', 'BinNumber must be the first 6 or 8 digits of a card.');
    }
    const record = await bins.record(bin);
    if (record === undefined) throw new Refusal('BinNumberNotFound', 'BinNumber is not known.');
    return { data: bankCardAnswer(record) };
  };

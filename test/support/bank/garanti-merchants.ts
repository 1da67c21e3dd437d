import { readTerminalOrder } from '../../../shared/adapters/dynamodb/sandbox/terminal-ledger.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { type SandboxTerminal, sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import type { TerminalOrder } from '../../../shared/ports/bank-terminal-ledger.ts';
import { merchantKeyContext } from '../../../shared/ports/vault.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { stackOfTests } from '../app/stack-of-tests.ts';
import { vaultOf } from '../card/vault.ts';
import { dealerWith, type NewDealerOptions, newDealer, type TestDealer } from '../dealer/dealers.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { rememberMade } from '../store/made-codes.ts';
import { newAccountNumber } from './account-numbers.ts';
import { rowsOf } from './bank-merchants.ts';

/** A dealer with one virtual POS at Garanti's gateway of the embedded bank. */
export interface GarantiDealer extends TestDealer {
  readonly terminal: SandboxTerminal;
  /** The orders of the terminal in the bank's books, unordered. */
  readonly orders: () => Promise<readonly TerminalOrder[]>;
}

const sealedPos = async (
  stack: StackAddress,
  dealerCode: string,
  terminal: SandboxTerminal,
): Promise<VirtualPosOf<'garanti'>> => {
  const { merchant: _nestPay, ...settings } = posWith({ dealerCode, gateway: stack.baseUrl, posId: 'garanti' });
  const vault = vaultOf(stack);
  const seal = async (field: 'provisionPassword' | 'refundPassword' | 'storeKey') => ({
    sealed: await vault.seal(terminal[field], merchantKeyContext(settings, field, settings.version)),
    version: settings.version,
  });
  const { merchantId, terminalId, provisionUser, refundUser } = terminal;
  return {
    ...settings,
    kind: 'garanti',
    bankCode: '62',
    bankName: 'Garanti',
    merchant: {
      merchantId,
      terminalId,
      provisionUser,
      refundUser,
      provisionPassword: await seal('provisionPassword'),
      refundPassword: await seal('refundPassword'),
      storeKey: await seal('storeKey'),
    },
  };
};

/** A new dealer with its own terminal at the embedded bank, and one virtual POS for it. */
export const newGarantiDealer = async (options: NewDealerOptions = {}): Promise<GarantiDealer> => {
  const stack = options.stack ?? stackOfTests();
  const ofDealer = dealerWith(options.dealer);
  const terminal = sandboxTerminal(newAccountNumber());
  if (terminal === undefined) throw new Error('no terminal');
  rememberMade(terminal.terminalId);
  const pos = await sealedPos(stack, ofDealer.dealerCode, terminal);
  const rows = Object.values(virtualPosItems(pos));
  const dealer = await newDealer({ virtualPos: [], ...options, stack, dealer: ofDealer, rows });
  return {
    ...dealer,
    terminal,
    orders: async () => (await rowsOf(stack, `BANK#${terminal.terminalId}#GVPS#`)).map(readTerminalOrder),
  };
};

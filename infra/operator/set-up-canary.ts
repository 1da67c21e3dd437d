import { CommandError } from '../../functions/operator/operate/command-error.ts';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import { readInput } from '../../functions/operator/operate/fields.ts';
import type { Invocation } from './arguments.ts';
import { bringUp, type DoneStep, note, type Run, resultOf, StepRefused, sent } from './onboard-dealer.ts';
import { recordsOf } from './onboard-file.ts';
import { setUpCanaryCommand } from './own-commands.ts';
import type { ProgressOutput } from './progress.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a set-up tells, whole or up to its failure. It holds no secret. */
interface CanarySetUp {
  readonly dealerCode: string;
  readonly stage: string;
  readonly dryRun?: true;
  readonly steps: readonly DoneStep[];
  readonly error?: CommandFailure;
}

interface Wanted {
  readonly dealerCode: string;
  readonly dealerCustomerTypeId: number;
  readonly gateway: string | undefined;
  readonly sandbox: boolean;
}

const LINK_LIFE_MINUTES = 15;
/** Nothing is ever sent with it: the dealer is paused where its virtual POS is a placeholder. */
const PLACEHOLDER = 'placeholder';

/** The records of the canary's dealer. A day has 288 runs, and each of a sandbox stage pays 1.00. */
const contentOf = ({ dealerCode, dealerCustomerTypeId, gateway, sandbox }: Wanted): Row => ({
  dealerCode,
  dealer: {
    name: 'Canary',
    allowedAddresses: 'any address',
    allowedRedirectHosts: 'any host',
    channels: ['paymentRequest'],
    limits: { TL: { daily: '1000.00', monthly: 'unlimited' } },
    cardLimit: { count: 1000, amount: '1000.00' },
    paused: !sandbox,
  },
  virtualPos: [
    {
      posId: 'canary',
      bankCode: '64',
      bankName: 'Canary',
      clientId: '190199999',
      rates: { '1': 0 },
      isDefault: true,
      ...(sandbox ? {} : { gateway, apiUser: PLACEHOLDER, apiPassword: PLACEHOLDER, storeKey: PLACEHOLDER }),
    },
  ],
  definitions: [
    {
      dealerCustomerTypeId,
      displayName: 'Canary',
      deliveryMode: 'none',
      installmentsSetBy: 'dealer',
      linkLifeMinutes: LINK_LIFE_MINUTES,
    },
  ],
});

/** Gives the canary its account, unless it has one of this dealer that is valid. */
const bringUpAccount = async (wanted: Wanted, renew: boolean, run: Run): Promise<void> => {
  const { dealerCode, dealerCustomerTypeId } = wanted;
  const record = 'account of the canary';
  const stored = resultOf(await run.send('show-canary', {}), 'account');
  const isSo =
    stored.valid === true &&
    stored.dealerCode === dealerCode &&
    stored.dealerCustomerTypeId === dealerCustomerTypeId &&
    !renew;
  if (isSo) return note(run, { record, did: 'already so' });
  const isNew = stored.setUp !== true;
  if (run.dryRun) return note(run, { record, did: isNew ? 'would be created' : 'would be changed' });
  const put = await run.send('put-canary-account', { dealerCode, dealerCustomerTypeId }, { part: 'account' });
  resultOf(put, 'account');
  note(run, { record, did: isNew ? 'created' : 'changed' });
};

const readSettings = (input: Row) => {
  const { dealerCode, dealerCustomerTypeId, gateway, renew } = readInput(setUpCanaryCommand.fields, input);
  const { fields } = setUpCanaryCommand;
  return {
    dealerCode: dealerCode ?? fields.dealerCode.fallback ?? '',
    dealerCustomerTypeId: dealerCustomerTypeId ?? fields.dealerCustomerTypeId.fallback ?? 0,
    gateway: gateway ?? undefined,
    renew: renew === true,
  };
};

const GATEWAY_NEEDED: CommandFailure = {
  code: 'InvalidInput',
  field: 'gateway',
  message: 'is required in a production stage: name any of its gatewayHosts, such as https://bank.example',
};

/** Sets the canary's dealer up by one command after the other, and says on `progress` what it does. */
export const setUpCanary = async (
  invocation: Invocation,
  input: Row,
  progress: ProgressOutput,
  send = sent(invocation),
): Promise<CanarySetUp> => {
  const { stage, dryRun } = invocation;
  const run: Run = { send, dryRun, progress, steps: [], webhookSecrets: [] };
  const told = (dealerCode: string): CanarySetUp => ({
    dealerCode,
    stage,
    ...(dryRun ? { dryRun } : {}),
    steps: run.steps,
  });
  let dealerCode = '';
  try {
    const { renew, ...settings } = readSettings(input);
    ({ dealerCode } = settings);
    const { sandbox } = resultOf(await run.send('show-stage', {}), 'stage');
    const wanted = { ...settings, sandbox: sandbox === true };
    if (!wanted.sandbox && wanted.gateway === undefined) return { ...told(dealerCode), error: GATEWAY_NEEDED };
    for (const record of recordsOf(contentOf(wanted))) await bringUp(record, run);
    await bringUpAccount(wanted, renew, run);
    return told(dealerCode);
  } catch (error) {
    if (error instanceof StepRefused || error instanceof CommandError)
      return { ...told(dealerCode), error: error.failure };
    throw error;
  }
};

import { randomUUID } from 'node:crypto';
import type { AccountDependencies } from '../../../../functions/desk/change-desk-account/account-dependencies.ts';
import { changeDeskAccount } from '../../../../functions/desk/change-desk-account/change-desk-account.ts';
import { dynamoDealerLooks } from '../../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dealerItem } from '../../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { sessionItem } from '../../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { keys } from '../../../../shared/adapters/dynamodb/keys.ts';
import type { DeskCall } from '../../../../shared/desk/call/desk-call.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { DeskUser } from '../../../../shared/domain/desk/user.ts';
import { SealedValueDamaged } from '../../../../shared/ports/vault.ts';
import { clearVault } from '../../../fakes/clear-vault.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith } from '../../../support/desk/desk-calls.ts';
import { putRows } from '../../../support/store/store.ts';
import { CODE_SECRET, signInScene } from '../desk-scene.ts';

type Posted = Readonly<Record<string, string>>;

interface PostOptions {
  readonly once?: string;
  readonly passwordAtMs?: number;
  readonly file?: Buffer;
}

/** A manager of the dealer ALPHA who is signed in, with a one-time code or without, and what can be posted. */
export const accountScene = async ({
  enrolled = false,
  user: changes = {},
  through = (deps) => deps,
}: {
  readonly enrolled?: boolean;
  readonly user?: Partial<DeskUser>;
  readonly through?: (deps: AccountDependencies) => AccountDependencies;
} = {}) => {
  const scene = signInScene();
  const manager = await scene.person({
    email: 'manager@people.example',
    roles: { ALPHA: 'manager' },
    enrolled,
    user: changes,
  });
  const { userId } = manager;
  const dealer: Dealer = dealerWith({ dealerCode: 'ALPHA', name: 'Shop ALPHA' });
  const nowMs = scene.clock.now();
  const { session } = deskCallWith({ dealer, nowMs });
  await putRows(scene.table, [dealerItem(dealer), sessionItem({ ...session, userId })]);
  const deps = through({
    ...scene,
    // A new authenticator shows what that of an enrolled user shows.
    codes: { ...scene.codes, newSecret: () => CODE_SECRET },
    opener: {
      open: (sealed, context) =>
        clearVault.open(sealed, context).catch(() => Promise.reject(new SealedValueDamaged('another place'))),
    },
    storedLooks: dynamoDealerLooks(scene.table),
    randomness: { guid: () => randomUUID() },
  });
  const callOf = async (path: string, posted: Posted, { passwordAtMs = scene.clock.now(), file }: PostOptions) => {
    const [, , subject = '', name = ''] = path.split('/');
    const call = deskCallWith({ dealer, nowMs: scene.clock.now(), posted, passwordAtMs });
    const user = (await scene.users.find(userId)) ?? manager;
    const parameter = subject === 'users' ? 'action' : 'part';
    return {
      ...call,
      user,
      session: { ...call.session, userId },
      membership: { ...call.membership, userId },
      page: { ...call.page, route: `POST /desk/${subject}/{${parameter}}`, parameters: { [parameter]: name } },
      ...(file === undefined ? {} : { file }),
    } as DeskCall;
  };
  return {
    ...scene,
    deps,
    dealer,
    manager,
    nowMs,
    callOf: (path: string, posted: Posted, { once = randomUUID(), ...options }: PostOptions = {}) =>
      callOf(path, { once, ...posted }, options),
    post: async (path: string, posted: Posted, { once = randomUUID(), ...options }: PostOptions = {}) =>
      changeDeskAccount(deps)(await callOf(path, { once, ...posted }, options)),
    /** The manager as stored now. */
    stored: async () => (await scene.users.find(userId)) ?? manager,
    entryOf: (once: string) => scene.table.get(keys.command(once)),
  };
};

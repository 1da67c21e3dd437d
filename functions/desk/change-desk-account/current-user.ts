import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';

/** The user's password or authenticator was changed while this call ran: its session has ended. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';

  constructor() {
    super('the session has ended meanwhile');
  }
}

/** The user who is signed in, as stored now. Throws SessionEnded where the session is of an earlier epoch. */
export const currentUser = async (
  { session }: DeskCall,
  { users }: { readonly users: Pick<DeskUsers, 'find'> },
): Promise<DeskUser> => {
  const stored = await users.find(session.userId);
  if (stored?.epoch !== session.epoch) throw new SessionEnded();
  return stored;
};

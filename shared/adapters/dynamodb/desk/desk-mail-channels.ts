import type { StageMessaging } from '../../../domain/message/messaging-settings.ts';
import type { ChannelDirectory } from '../../../ports/event-wishes.ts';

/** Mails of the desk: they are no wish of a dealer, and leave where the stage sends e-mail. */
export const deskMailChannels = ({ stage }: { readonly stage: StageMessaging }): ChannelDirectory => ({
  channelsFor: async ({ type }) =>
    type === 'desk.mail-asked' && stage.email !== undefined ? [{ kind: 'desk-mail' }] : [],
});

import type { ChannelSender } from '../../ports/channel-sender.ts';
import { lateAdapter } from './late-adapter.ts';

/** The sender of a channel that is loaded with its first delivery: a worker serves one endpoint, or one channel of a dealer. */
export const lateSender = (load: () => Promise<ChannelSender>): ChannelSender => lateAdapter(load, { send: true });

import * as z from 'zod/mini';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import { openStoredCard, sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { ListedCard, StoredCards } from '../../../shared/ports/stored-cards.ts';
import type { Opener, Sealer } from '../../../shared/ports/vault.ts';
import { contract, MAX_CARDS_PER_CALL, type ReencryptAnswer, type ReencryptResult } from './contract.ts';

export interface ReencryptCardsDependencies {
  readonly storedCards: Pick<StoredCards, 'find' | 'underKey' | 'replaceSealed' | 'keyShards'>;
  readonly opener: Opener;
  readonly sealer: Sealer;
  /** Names of the former keys, the newest first. */
  readonly previousKeyNames: readonly string[];
  readonly changes: Pick<OperatorChanges, 'apply'>;
  readonly clock: Clock;
  readonly stage: string;
  readonly log: Log;
}

const PAGE = 25;
const AT_ONCE = 5;
/** A page is begun only with this much time left: each of its cards needs a few calls. */
const PAGE_TIME_MS = 10_000;

const eventSchema = z.strictObject({
  commandId: z.uuid(),
  stage: z.string().check(z.maxLength(64)),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_CARDS_PER_CALL))),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,6}(?::[A-Za-z0-9._-]{1,32}#[0-9a-f-]{36})?$/))),
});
type Event = z.output<typeof eventSchema>;

/** A place in the lists of all old keys, one shard after the other. */
interface Place {
  readonly shard: number;
  readonly after?: string | undefined;
}

const placeOf = (cursor: string | undefined): Place => {
  const [shard = '0', after] = (cursor ?? '').split(':');
  return { shard: Number(shard), after };
};

const cursorOf = ({ shard, after }: Place): string => (after === undefined ? String(shard) : `${shard}:${after}`);

type CardOutcome = 'reencrypted' | 'upToDate' | 'failed';

const reencrypt = async (
  card: StoredCard,
  { opener, sealer, storedCards }: ReencryptCardsDependencies,
): Promise<CardOutcome> => {
  const kept = await openStoredCard(card, opener);
  const sealed = await sealStoredCard({ ...card, version: card.version + 1 }, kept, sealer);
  // Another writer was first: the card is under the current key now, or the next run finds it.
  return (await storedCards.replaceSealed(card, sealed)) ? 'reencrypted' : 'upToDate';
};

const handleCard = async (
  { dealerCode, token }: ListedCard,
  deps: ReencryptCardsDependencies,
): Promise<CardOutcome> => {
  try {
    const card = await deps.storedCards.find(dealerCode, token);
    return card === undefined || card.keyName === deps.sealer.keyName ? 'upToDate' : await reencrypt(card, deps);
  } catch (error) {
    deps.log.error('card not reencrypted', { dealerCode, errorName: errorNameOf(error) });
    return 'failed';
  }
};

const handlePage = async (
  cards: readonly ListedCard[],
  deps: ReencryptCardsDependencies,
): Promise<readonly CardOutcome[]> => {
  const outcomes: CardOutcome[] = [];
  for (let start = 0; start < cards.length; start += AT_ONCE) {
    const some = cards.slice(start, start + AT_ONCE);
    outcomes.push(...(await Promise.all(some.map((card) => handleCard(card, deps)))));
  }
  return outcomes;
};

/** What became of the cards of a step, and where the next one begins unless every list is done. */
const resultOf = (outcomes: readonly CardOutcome[], place: Place, shards: number): ReencryptResult => {
  const count = (one: CardOutcome): number => outcomes.filter((outcome) => outcome === one).length;
  const counted = { reencrypted: count('reencrypted'), upToDate: count('upToDate'), failed: count('failed') };
  const shardsDone = Math.min(place.shard, shards);
  return { ...counted, shardsDone, shards, ...(place.shard < shards ? { next: cursorOf(place) } : {}) };
};

const step = async (
  { cursor, limit = MAX_CARDS_PER_CALL }: Event,
  deadlineMs: number,
  deps: ReencryptCardsDependencies,
): Promise<ReencryptResult> => {
  const { storedCards, previousKeyNames, clock } = deps;
  const outcomes: CardOutcome[] = [];
  let place = placeOf(cursor);
  do {
    const keyName = previousKeyNames[Math.floor(place.shard / storedCards.keyShards)];
    if (keyName === undefined) break;
    const size = Math.min(PAGE, limit - outcomes.length);
    const { shard, after } = place;
    const cards = await storedCards.underKey(keyName, shard % storedCards.keyShards, { limit: size, after });
    outcomes.push(...(await handlePage(cards, deps)));
    place = cards.length < size ? { shard: shard + 1 } : { shard, after: cards.at(-1)?.position };
  } while (outcomes.length < limit && clock.now() + PAGE_TIME_MS < deadlineMs);
  return resultOf(outcomes, place, previousKeyNames.length * storedCards.keyShards);
};

/** Writes the run's audit entry before its first card (rule 36). Further steps find it there. */
const audit = ({ commandId }: Event, { changes, sealer, clock }: ReencryptCardsDependencies) =>
  changes.apply(
    { kind: 'reencryption', record: { keyName: sealer.keyName } },
    {
      commandId: commandId.toLowerCase(),
      command: contract.name,
      atMs: clock.now(),
      changed: ['encryption of stored cards'],
      inputFingerprint: contract.name,
      result: { keyName: sealer.keyName },
    },
  );

const refused = (code: 'InvalidInput' | 'WrongStage' | 'Unexpected', message: string): ReencryptAnswer => ({
  ok: false,
  error: { code, message },
});

/**
 * One step of encrypting every stored card under the vault's current key. It takes cards from the lists of the former
 * keys, decrypts each and encrypts it anew, on condition that nobody has replaced it meanwhile. A finished card leaves
 * its list, so a new run continues where an interrupted one stopped. A card that fails is counted and skipped. Each
 * step handles at least one page and ends before `deadlineMs`.
 */
export const reencryptCards =
  (deps: ReencryptCardsDependencies) =>
  async (raw: unknown, deadlineMs: number): Promise<ReencryptAnswer> => {
    const event = eventSchema.safeParse(raw);
    if (!event.success) {
      const field = event.error.issues[0]?.path.join('.') ?? '';
      return refused('InvalidInput', `The event is not valid: ${field || 'its members'}.`);
    }
    if (event.data.stage !== deps.stage) {
      return refused('WrongStage', `This function serves stage "${deps.stage}", and the command names another one.`);
    }
    try {
      if (event.data.cursor === undefined) await audit(event.data, deps);
      return { ok: true, result: await step(event.data, deadlineMs, deps) };
    } catch (error) {
      deps.log.error('unexpected error', { command: contract.name, errorName: errorNameOf(error) });
      return refused('Unexpected', 'The step failed unexpectedly; a new run goes on where this one was.');
    }
  };

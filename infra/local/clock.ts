// The clock of `npm start`, which may be set ahead of the machine's: what falls due at noon is seen without waiting for noon.

let aheadMs = 0;

/** What a thread imports to have such a clock. Timers stay as they are: a minute still takes a minute. */
const clockModule = (ms: number): string => {
  const source = `const MachineDate = Date;
const now = () => MachineDate.now() + ${ms};
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, values, asked) => Reflect.construct(target, values.length === 0 ? [now()] : values, asked),
  apply: () => new MachineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
};

/** Parameters of Node for a worker whose clock is as far ahead as given; by default as this process's own. */
export const clockArguments = (ms = aheadMs): readonly string[] => (ms === 0 ? [] : ['--import', clockModule(ms)]);

/** Sets the clock of this process ahead, and of the workers that it starts from then on. */
export const setClockAhead = async (ms: number): Promise<void> => {
  if (ms === 0) return;
  aheadMs = ms;
  await import(clockModule(ms));
};

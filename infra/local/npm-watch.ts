import { readFileSync } from 'node:fs';

const POLL_MS = 500;
const MAX_ANCESTORS = 4;

/**
 * Calls `onGone` once the npm that started this process is no longer there. npm runs a script by way of a shell, and
 * neither of the two takes the script along when it is killed. Started without npm, nothing is watched: a server in the
 * background should outlive the shell it was started from.
 */
export const watchNpm = (onGone: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = npmAncestor();
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isSame(npm))) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
};

interface ProcessIdentity {
  readonly pid: number;
  readonly parentPid: number;
  readonly state: string;
  /** Tells a process from a later one with the same number. */
  readonly startTime: string;
}

/** The nearest ancestor that is npm; undefined where the system has no /proc (then the parent alone is watched). */
const npmAncestor = (): ProcessIdentity | undefined => {
  let pid = process.ppid;
  for (let step = 0; step < MAX_ANCESTORS && pid > 1; step += 1) {
    const identity = identityOf(pid);
    if (identity === undefined) return undefined;
    if (/(^|\/)npm(-cli\.js)?(\s|\0|$)/.test(commandLine(pid))) return identity;
    pid = identity.parentPid;
  }
  return undefined;
};

const isSame = (known: ProcessIdentity): boolean => {
  const now = identityOf(known.pid);
  return now !== undefined && now.startTime === known.startTime && now.state !== 'Z';
};

const identityOf = (pid: number): ProcessIdentity | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may hold spaces; the rest is plain.
    const [state = '', parentPid = '0', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parentPid: Number(parentPid), state, startTime: rest[17] ?? '' };
  } catch {
    return undefined;
  }
};

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

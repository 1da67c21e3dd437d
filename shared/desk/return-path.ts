/** Where somebody who names no page is led. */
export const DESK_START = '/desk';

const PATH_OF_DESK = /^\/desk(?:[/?][\w\-./~%?&=+:,@]*)?$/;
const LONGEST = 500;

/**
 * The page of the desk that an address asks to go back to; the first page where it names none. Anybody can write the address:
 * what leaves the desk, or could be read as another host, is not followed.
 */
export const returnPathOf = (from: string | undefined): string =>
  from !== undefined && from.length <= LONGEST && PATH_OF_DESK.test(from) && !from.includes('..') ? from : DESK_START;

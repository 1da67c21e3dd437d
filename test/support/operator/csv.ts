/** An independent reader of RFC 4180, so that the writer is not checked by its own code. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, end] = text[at] === '"' ? quotedFrom(text, at) : plainFrom(text, at);
    cells.push(cell);
    if (text[end] === ',') {
      at = end + 1;
      if (at < text.length) continue;
      throw new Error('the file ends inside a row');
    }
    if (text.slice(end, end + 2) !== '\r\n') throw new Error('a row ends without CRLF');
    rows.push(cells);
    cells = [];
    at = end + 2;
  }
  return rows;
};

const plainFrom = (text: string, start: number): [string, number] => {
  const cell = /[^",\r\n]*/y;
  cell.lastIndex = start;
  const [found = ''] = cell.exec(text) ?? [];
  return [found, start + found.length];
};

const quotedFrom = (text: string, start: number): [string, number] => {
  const cell = /"(?:[^"]|"")*"/y;
  cell.lastIndex = start;
  const [found] = cell.exec(text) ?? [];
  if (found === undefined) throw new Error('a quotation has no end');
  return [found.slice(1, -1).replaceAll('""', '"'), start + found.length];
};

import { istanbulClockOf } from '../../shared/domain/calendar.ts';

type Row = Readonly<Record<string, unknown>>;

/** Characters that a terminal may obey or hide: payers choose their own names. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const GAP = '  ';
const NONE = '-';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

const widthOf = (text: string): number => Array.from(text).length;

/** A moment as the service tells it. */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,3})?Z$/;
const ZONES = 'Times are those of clocks in Istanbul, with UTC in brackets.';

/**
 * A moment on clocks in Istanbul, by which days and limits go and which payers read, with UTC behind it, where its date is
 * another one with that. Other texts stay.
 */
const localised = (text: string): string => {
  const [, utcDay = '', utcTime = ''] = MOMENT.exec(text) ?? [];
  if (utcDay === '') return text;
  const local = istanbulClockOf(Date.parse(text));
  return `${local} (${local.startsWith(utcDay) ? '' : `${utcDay} `}${utcTime}Z)`;
};

const holdsMoment = (value: unknown): boolean => {
  if (typeof value === 'string') return MOMENT.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMoment);
};

/** A value on one line: lists and objects within it in their short form. */
const inline = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return NONE;
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(inline).join(', ');
  if (!isRow(value)) return plain(typeof value === 'string' ? localised(value) : JSON.stringify(value));
  const members = Object.entries(value).map(([name, member]) => {
    const text = inline(member);
    return `${plain(name)} ${isRow(member) || Array.isArray(member) ? `(${text})` : text}`;
  });
  return members.length === 0 ? NONE : members.join(', ');
};

/** A text in lines of at most `width`, broken at blanks. A longer word stays whole. */
const wrapped = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** Names and values below each other. */
const asPairs = (row: Row, width: number): string => {
  const names = Object.keys(row).map(plain);
  const margin = Math.max(0, ...names.map(widthOf));
  const room = Math.max(20, width - margin - GAP.length);
  return Object.values(row)
    .flatMap((value, index) =>
      wrapped(inline(value), room).map((line, part) =>
        `${(part === 0 ? (names[index] ?? '') : '').padEnd(margin)}${GAP}${line}`.trimEnd(),
      ),
    )
    .join('\n');
};

/** Rows as a table with a column for each name; below each other where the columns do not fit. */
const asTable = (rows: readonly Row[], width: number): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name]);
    const cells = values.map(inline);
    const isNumeric = values.every((value) => value === undefined || typeof value === 'number');
    return { title: plain(name), cells, isNumeric, size: Math.max(widthOf(name), ...cells.map(widthOf)) };
  });
  const total = columns.reduce((sum, { size }) => sum + size + GAP.length, -GAP.length);
  if (total > width) return rows.map((row) => asPairs(row, width)).join('\n\n');
  const line = (cellOf: (column: (typeof columns)[number]) => string): string =>
    columns
      .map((column) => {
        const cell = cellOf(column);
        const blank = ' '.repeat(column.size - widthOf(cell));
        return column.isNumeric ? `${blank}${cell}` : `${cell}${blank}`;
      })
      .join(GAP)
      .trimEnd();
  return [
    line(({ title }) => title),
    line(({ size }) => NONE.repeat(size)),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? NONE)),
  ].join('\n');
};

const isTable = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** An answer as people read it: first its values, then each of its lists as a table under its name. Times are local. */
export const asTables = (answer: object, width: number): string => {
  const members = Object.entries(answer);
  const values = Object.fromEntries(members.filter(([, value]) => !isTable(value)));
  const tables = members.flatMap(([name, value]) =>
    isTable(value) ? [`${plain(name)} (${value.length})\n${asTable(value, width)}`] : [],
  );
  const zones = holdsMoment(answer) ? [ZONES] : [];
  return [...(Object.keys(values).length === 0 ? [] : [asPairs(values, width)]), ...tables, ...zones].join('\n\n');
};

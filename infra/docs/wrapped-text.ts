const LONGEST_LINE = 140;

/** A paragraph of a document in lines that are not too long; `bullet` begins it, and its further lines are indented. */
export const wrapped = (text: string, bullet = ''): readonly string[] => {
  const indent = ' '.repeat(bullet.length);
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length + indent.length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line, index) => `${index === 0 ? bullet : indent}${line}`);
};

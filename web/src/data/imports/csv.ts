/** Parses text separated by semicolons. Quoted fields may contain semicolons, line breaks and doubled quotes. Empty lines are left out. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  const letters = text.replace(/^\ufeff/, '');
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at];
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (letters[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === ';') endField();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') field += letter;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}

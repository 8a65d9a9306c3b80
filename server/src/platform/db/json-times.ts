/** A row that was read as JSON: these columns of it become times again. */
export function withTimes<R extends object>(row: R, columns: readonly (keyof R)[]): R {
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, new Date(row[column] as string)])) };
}

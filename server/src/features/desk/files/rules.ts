/**
 * Which file belongs to which entry of a list. Forms repeat a field for several files and send it once for one, so `ids` may be a single
 * id. Null unless there is one id for each file, each once.
 */
export function pairFiles<T>(files: readonly T[], ids: number | readonly number[] | undefined): { file: T; optionId: number }[] | null {
  const given = ids === undefined ? [] : typeof ids === 'number' ? [ids] : ids;
  if (given.length !== files.length || new Set(given).size !== given.length) return null;
  return files.map((file, index) => ({ file, optionId: given[index] ?? 0 }));
}

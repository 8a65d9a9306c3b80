/**
 * Pairs files with entries of a list. Forms repeat a field for several files and send it once for one, so `ids` may be a single id.
 * Null unless each file has exactly one id and no id occurs twice.
 */
export function pairFiles<T>(files: readonly T[], ids: number | readonly number[] | undefined): { file: T; optionId: number }[] | null {
  const given = ids === undefined ? [] : typeof ids === 'number' ? [ids] : ids;
  if (given.length !== files.length || new Set(given).size !== given.length) return null;
  return files.map((file, index) => ({ file, optionId: given[index] ?? 0 }));
}

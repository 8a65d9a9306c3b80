/**
 * Import cycles at run time; type-only imports do not count.
 * @param {{ path: string, imports: { path: string | null, typeOnly: boolean }[] }[]} files
 * @returns {string[][]} each cycle once, starting with the file where it was found
 */
export function cycles(files) {
  const next = new Map(
    files.map(({ path, imports }) => [path, imports.filter((each) => each.path && !each.typeOnly).map((each) => each.path)]),
  );
  const done = new Set();
  const found = [];
  const visit = (path, trail) => {
    const seen = trail.indexOf(path);
    if (seen !== -1) return void found.push([...trail.slice(seen), path]);
    if (done.has(path)) return;
    for (const each of next.get(path) ?? []) visit(each, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

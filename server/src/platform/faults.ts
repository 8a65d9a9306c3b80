// Named points at which a test lets the process die as if the power had failed.
let armed: string | null = null;

/** Arms one point; done once at start, from the configuration. */
export function armFault(point: string | null): void {
  armed = point;
}

/** Does nothing, unless a test wants the process to end exactly here. `name:n` dies at the n-th passage. */
export function faultPoint(name: string): void {
  if (armed === null || !armed.startsWith(name)) return;
  const [point, times = '1'] = armed.split(':');
  if (point !== name) return;
  const left = Number(times) - 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
  else armed = `${name}:${left}`;
}

// Named points where a test can kill the process, as a power failure would.
let armed: string | null = null;

/** Arms one point, or none. */
export function armFault(point: string | null): void {
  armed = point;
}

/** Lets the process that started this one arm a point later, by a message; answers it once that is done. */
export function armFaultWhenTold(): void {
  process.on('message', (point) => {
    armFault(String(point));
    process.send?.(point);
  });
}

/** Does nothing unless a test armed this point; then the process is killed here. `name:n` kills it at the n-th call. */
export function faultPoint(name: string): void {
  if (armed === null || !armed.startsWith(name)) return;
  const [point, times = '1'] = armed.split(':');
  if (point !== name) return;
  const left = Number(times) - 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
  else armed = `${name}:${left}`;
}
